import type { PreflightCode } from '@kirim/contract/preflight-texts'
import type { JudgeHost } from './preflight.ports.ts'

/** Links that are judged; a text with more is rare, and each name is looked up. */
const LINKS_MAX = 10
/** Bounded, so that the scan stays linear; brackets and braces belong to the template. */
const LINK = /\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.)[^\s<>"'`[\]{}|\\]{0,2000}/giu
/** A name with a path is a link on a phone, without any scheme. */
const BARE = /(?<![\w@/.:\]}-])(?:[a-z\d-]{1,63}\.){1,5}[a-z]{2,24}\/[^\s<>"'`[\]{}|\\]{0,2000}/giu
/** Behind a link, where a placeholder or a choice goes on with it. */
const GOES_ON = /[[{]|(?:\|[^{}]{0,2000})?\}[^\s{}|]/y
/** A host with what ends it. */
const WHOLE_HOST = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]+|[^/?#:]+)[/?#]/i
const TRAILING = /[.,!?;:)*_~]+$/u

type LinkCode = Extract<PreflightCode, `link_${string}`>

export interface LinkFinding {
  readonly code: LinkCode
  readonly link: string
}

/** The links that a phone would make of a text, each once, but for those whose host varies. */
export function linksIn(text: string): string[] {
  const found = [...text.matchAll(LINK), ...text.matchAll(BARE)]
  const links = found
    .filter(({ 0: link, index }) => WHOLE_HOST.test(link) || !goesOn(text, index + link.length))
    .map(([link]) => link.replace(TRAILING, ''))
  return [...new Set(links)].slice(0, LINKS_MAX)
}

function goesOn(text: string, end: number): boolean {
  GOES_ON.lastIndex = end
  return GOES_ON.test(text)
}

/** What is wrong with links, as far as that can be told without opening them. */
export async function judgeLinks(
  links: readonly string[],
  judgeHost: JudgeHost,
): Promise<LinkFinding[]> {
  const judged = await Promise.all(
    links.map(async (link) => {
      const code = await judgeLink(link, judgeHost)
      return code && { code, link: shortened(link) }
    }),
  )
  return judged.filter((finding) => finding !== null)
}

async function judgeLink(link: string, judgeHost: JudgeHost): Promise<LinkCode | null> {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(link)?.[1]?.toLowerCase()
  const isBare = !link.includes('://')
  if (!isBare && scheme !== 'http' && scheme !== 'https') return 'link_scheme'
  const address = isBare ? `https://${link}` : link
  if (!URL.canParse(address)) return 'link_unreadable'
  switch (await judgeHost(new URL(address).hostname)) {
    case 'private':
      return 'link_closed'
    case 'missing':
      return 'link_missing'
    default:
      return null
  }
}

const SHOWN_MAX = 60

function shortened(link: string): string {
  return link.length > SHOWN_MAX ? `${link.slice(0, SHOWN_MAX - 1)}…` : link
}
