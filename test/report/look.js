// Looks at a report in a real browser, and prints what it saw as JSON: node look.js PLACE CHROMIUM [PICTURES].
// Of an address it looks only at what the console says and what is asked for.
// A process of its own, since a browser's driver wants all of Node, and a test that hangs is killed with it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'

const [place, executablePath, pictures] = process.argv.slice(2)
const isServed = /^https?:/.test(place)
const address = isServed ? place : pathToFileURL(place).href
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const widths = [360, 800, 1280]

const seen = { complaints: [], requests: [], axe: [], rules: [], overflows: [] }
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
try {
  if (isServed) {
    const page = await opened({})
    await page.reload()
    seen.title = await page.title()
  } else await lookAtAll()
  console.log(JSON.stringify(seen))
} finally {
  await browser.close()
}

async function lookAtAll() {
  for (const colorScheme of ['light', 'dark']) {
    const page = await opened({ colorScheme })
    await check(page, `${colorScheme}, as it opens`)
    await page.evaluate(unfold)
    await check(page, `${colorScheme}, unfolded`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (over > 0) seen.overflows.push(`${colorScheme} at ${width}: ${over}`)
      if (pictures) await page.screenshot({ path: `${pictures}/${colorScheme}-${width}.png`, fullPage: true })
    }
    await page.context().close()
  }
  const page = await opened({})
  Object.assign(seen, {
    keyboard: await byKeyboard(page),
    page: await page.evaluate(whatStandsThere),
    print: await printed(page),
    bare: await withoutScript(),
  })
}

/** The page, with whatever leaves it and whatever the console says written down. */
async function opened(options) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text())
  })
  page.on('pageerror', (error) => seen.complaints.push(error.message))
  page.on('dialog', (dialog) => {
    seen.complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  const own = new URL('.', address).href
  await page.route('**/*', (route) => {
    const request = route.request()
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame()
    if (isPage && request.url().startsWith(own)) return route.continue()
    seen.requests.push(request.url())
    return route.abort()
  })
  await page.goto(address)
  return page
}

async function check(page, when) {
  await page.evaluate(axe)
  const { violations, passes } = await page.evaluate(() => globalThis.axe.run())
  seen.rules.push(passes.length)
  for (const { id, impact, nodes } of violations)
    if (['serious', 'critical'].includes(impact))
      seen.axe.push(`${when}: ${id}: ${nodes[0].html.slice(0, 160)} ${nodes[0].failureSummary.slice(0, 200)}`)
}

function unfold() {
  for (const each of document.querySelectorAll('details')) each.open = true
}

/** Everything that a mouse does, without one. */
async function byKeyboard(page) {
  const shown = () => page.evaluate(() => document.querySelectorAll('#events li:not([hidden])').length)
  const at = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className || '')
  const until = async (wanted) => {
    for (let presses = 0; presses < 400; presses++) {
      if ((await at()) === wanted) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab never came to ${wanted}`)
  }
  const found = { all: await shown() }
  await page.keyboard.press('Tab')
  found.first = await at()
  await page.keyboard.press('Enter')
  found.afterSkip = await at()
  await page.evaluate(() => document.activeElement.blur())
  await page.reload()
  await until('theme')
  await page.keyboard.press('Enter')
  found.theme = await page.evaluate(() => document.documentElement.dataset.theme)
  await until('words')
  await page.keyboard.type('mint tea')
  found.words = await shown()
  found.status = await page.textContent('#shown')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(50)
  found.escaped = await shown()
  await page.keyboard.press('Tab')
  found.next = await at()
  await page.keyboard.press('ArrowDown')
  found.who = await shown()
  found.whoSaid = await page.evaluate(() => document.querySelector('#who').selectedOptions[0].textContent)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(50)
  await page.focus('[name=kind][value=W]')
  await page.keyboard.press('Space')
  found.withoutWorld = await shown()
  await until('recent')
  await page.keyboard.press('Enter')
  found.recent = await shown()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(50)
  found.reset = await shown()
  await page.focus('#events .at')
  found.copies = await page.evaluate(() => document.querySelector('.copy')?.getAttribute('aria-label'))
  await page.keyboard.press('Tab')
  found.copyFocused = await at()
  await page.evaluate(unfold)
  await page.focus('.who button')
  await page.keyboard.press('Enter')
  await page.waitForTimeout(50)
  found.fromName = await page.evaluate(() => document.querySelector('#who').value !== '')
  return found
}

function whatStandsThere() {
  const all = (selector) => [...document.querySelectorAll(selector)]
  return {
    scripts: all('script').length,
    styled: all('[style]').length,
    handlers: all('*').filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))).length,
    embedded: all('img, iframe, object, embed, video, audio, base, form[action]').length,
    hacked: String(globalThis.hacked),
    schemes: [...new Set(all('a[href]').map((link) => link.protocol))].toSorted(),
    headings: all('h1, h2').map((heading) => heading.textContent),
    unnamed: all('svg:not([aria-label])').length,
    text: document.body.innerText,
  }
}

async function printed(page) {
  await page.emulateMedia({ media: 'print' })
  const hidden = await page.evaluate(() =>
    ['.parts', '#theme', '#filters'].filter(
      (each) => getComputedStyle(document.querySelector(each)).display !== 'none',
    ),
  )
  const pdf = await page.pdf({ format: 'A4' })
  return { hidden, bytes: pdf.length }
}

async function withoutScript() {
  const page = await opened({ javaScriptEnabled: false })
  const [events, filters] = [await page.locator('#events li').count(), await page.locator('#filters').isVisible()]
  await page.context().close()
  return { events, filters }
}
