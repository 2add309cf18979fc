// What a report does in a browser beyond being read: filters, the theme, places to copy, and names on the map. All of it can
// be read without this. Nothing that a log says is ever parsed here: texts are compared and shown as text.
;(() => {
  const one = (selector) => document.querySelector(selector)
  const all = (selector) => [...document.querySelectorAll(selector)]

  const theme = one('#theme')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const kept = {
    // A file has no store in some browsers.
    get() {
      try {
        return localStorage.getItem('memory-report-theme')
      } catch {
        return null
      }
    },
    set(value) {
      try {
        localStorage.setItem('memory-report-theme', value)
      } catch {
        // then it is for this look alone
      }
    },
  }
  const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light')) === 'dark'
  const tellTheme = () => (theme.textContent = isDark() ? 'Light colours' : 'Dark colours')
  const before = kept.get()
  if (before === 'dark' || before === 'light') document.documentElement.dataset.theme = before
  theme.hidden = false
  tellTheme()
  theme.addEventListener('click', () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
    kept.set(document.documentElement.dataset.theme)
    tellTheme()
  })
  dark.addEventListener('change', tellTheme)

  const form = one('#filters')
  let filterBy = () => {}
  if (form) {
    const [words, who, from] = ['#words', '#who', '#from'].map(one)
    const events = all('#events li').map((item) => ({
      item,
      kind: item.dataset.kind,
      day: item.dataset.day,
      names: new Set(item.dataset.names.split(' ')),
      text: item.textContent.toLowerCase(),
    }))
    const months = all('#events .month')
    const apply = () => {
      const kinds = new Set(all('[name=kind]:checked').map(({ value }) => value))
      const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean)
      let shown = 0
      for (const { item, kind, day, names, text } of events) {
        const passes =
          kinds.has(kind) &&
          (who.value === '' || names.has(who.value)) &&
          (from.value === '' || day >= from.value) &&
          wanted.every((word) => text.includes(word))
        item.hidden = !passes
        if (passes) shown++
      }
      for (const month of months) month.hidden = !month.querySelector('li:not([hidden])')
      one('#shown').textContent =
        shown === events.length ? `${shown} facts` : `${shown} of ${events.length} facts${shown === 0 ? ': nothing passes these filters' : ''}`
    }
    form.hidden = false
    form.addEventListener('input', apply)
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('reset', () => setTimeout(apply))
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') form.reset()
    })
    one('#recent').addEventListener('click', () => {
      from.value = from.dataset.window
      apply()
    })
    filterBy = (name) => {
      form.reset()
      who.value = name
      setTimeout(() => {
        who.value = name
        apply()
        who.focus()
        one('#timeline').scrollIntoView()
      })
    }
    apply()
  }

  // What is wider than its window begins in the middle.
  for (const map of all('.map')) map.scrollLeft = (map.scrollWidth - map.clientWidth) / 2

  // Names lead to what is noted of them.
  const nodes = all('.names .node')
  const lines = all('.names line')
  const light = (at) => {
    const near = new Set([at])
    for (const line of lines) {
      const ends = line.dataset.ends.split(' ')
      const touches = ends.includes(at)
      line.classList.toggle('lit', at !== null && touches)
      line.classList.toggle('dim', at !== null && !touches)
      if (touches) for (const end of ends) near.add(end)
    }
    for (const node of nodes) node.classList.toggle('dim', at !== null && !near.has(node.dataset.at))
  }
  for (const node of nodes) {
    node.addEventListener('pointerenter', () => light(node.dataset.at))
    node.addEventListener('pointerleave', () => light(null))
    if (node.dataset.who) node.addEventListener('click', () => filterBy(node.dataset.who))
  }
  for (const place of all('.who[data-who]')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'link'
    button.textContent = place.textContent
    button.title = 'Show in the timeline'
    button.addEventListener('click', () => filterBy(place.dataset.who))
    button.addEventListener('focus', () => light(place.dataset.at))
    button.addEventListener('blur', () => light(null))
    place.replaceChildren(button)
  }

  // One button goes to whichever place is pointed at or focused.
  const copy = document.createElement('button')
  copy.type = 'button'
  copy.className = 'copy'
  copy.textContent = 'Copy'
  let place = ''
  const offer = (cite) => {
    if (!cite || cite.contains(copy) || document.activeElement === copy) return
    place = cite.querySelector('.at').textContent
    copy.textContent = 'Copy'
    copy.setAttribute('aria-label', `Copy ${place}`)
    cite.append(copy)
  }
  const cited = (event) => (event.target instanceof Element ? event.target.closest('.cite') : null)
  document.addEventListener('pointerover', (event) => {
    const cite = cited(event)
    if (cite) offer(cite)
    else if (document.activeElement !== copy && !copy.parentNode?.contains(document.activeElement)) copy.remove()
  })
  document.addEventListener('focusin', (event) => {
    const cite = cited(event)
    if (cite) offer(cite)
    else copy.remove()
  })
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(place)
      copy.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(copy.parentNode.querySelector('.at'))
      copy.textContent = 'Selected'
    }
  })

  // Which part is being read.
  const links = new Map(all('.parts a').map((link) => [link.hash.slice(1), link]))
  if ('IntersectionObserver' in window) {
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue
          for (const link of links.values()) link.removeAttribute('aria-current')
          links.get(target.id)?.setAttribute('aria-current', 'true')
        }
      },
      { rootMargin: '-20% 0px -70% 0px' },
    )
    for (const section of all('main > section')) seen.observe(section)
  }

  // What is folded is printed too.
  let opened = []
  addEventListener('beforeprint', () => {
    opened = all('details:not([open])')
    for (const each of opened) each.open = true
  })
  addEventListener('afterprint', () => {
    for (const each of opened) each.open = false
  })
})()
