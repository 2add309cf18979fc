/**
 * Chinese is written without spaces, and recall compares it by pairs of
 * characters. A question is cut where words stand that ask and say nothing, so
 * that no pair is made of them or across them:
 *
 *     周婷嫁给了谁  →  周婷嫁给
 *     猫有多重      →  猫 · 重
 *
 * By a list and not by Intl.Segmenter: what that one cuts depends on the
 * version of ICU, and the same question would rank otherwise on another machine.
 */
const asking = `干什么用 做什么用 为什么 是什么 做什么 干什么 什么时候 什么样 什么用 什么 怎么回事 怎么样 怎么办 怎么 怎样 如何 为何 何时 何处
  在哪里 在哪儿 在哪 哪里 哪儿 哪个 哪些 哪家 哪天 哪年 哪位 哪种 哪 是谁 谁 多少 几个 几点 几次 有多 多久 多长 多大 是否 有没有 是不是
  请问 告诉我 到底 究竟 怎么用 几颗 几号 几月`
const saying = `我们 你们 他们 她们 咱们 自己 这个 那个 这些 那些 这样 那样 这里 那里 现在 已经 后来 以后 之后 以前 之前 还是 或者
  以及 因为 所以 但是 如果 的时候 时候 我 你 他 她 它 的 了 吗 呢 吧 啊 呀 么 是 给 也 就 很 要 这 那`
/** Words of which a part is in the lists above, but not the whole. */
const whole = `的确 目的地 目的 了解 了不起 为了 酒吧 网吧 贴吧 吉他 其他 他人 自我 供给 给予 就业 就职 成就 就诊 那不勒斯 是非 哪吒
  需要 主要 重要 要求 必要 要点 摘要 纪要 要么`
/** Days: whoever wrote of them then called them something else. */
const days = `大前天 前天 昨天 昨晚 今天 今晚 今早 明天 上周 上个星期 上星期 上个月 上月 这周 本周 这个星期 这个月 本月 去年 前年 今年 上周末 周末 最近`

const words = (list: string): string[] => list.split(/\s+/).toSorted((a, b) => b.length - a.length)
/** Japanese asks in other words, and has these characters in words of its own. */
const kana = /[\u3040-\u30ff]/
let cut: RegExp | undefined

/**
 * What of a run of characters says something, in its order; all of it where
 * nothing does. A name in it is a part of its own.
 */
export function tellingParts(run: string, names: readonly string[]): string[] {
  cut ??= new RegExp(`(${words(whole).join('|')})|${words(`${asking} ${saying} ${days}`).join('|')}`, 'gu')
  const silenced = (part: string): string =>
    kana.test(part) ? part : part.replace(cut!, (_, kept?: string) => kept ?? ' ')
  let parts = [run]
  for (const name of names)
    parts = parts.flatMap((part) =>
      names.includes(part) ? [part] : part.split(name).flatMap((rest, at) => (at === 0 ? [rest] : [name, rest])),
    )
  const telling = parts.flatMap((part) => (names.includes(part) ? [part] : silenced(part).split(' ')))
  const said = [...new Set(telling)].filter((part) => part !== '')
  return said.length > 0 ? said : [run]
}
