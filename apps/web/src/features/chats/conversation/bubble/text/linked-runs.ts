import { formattedRuns, type Run } from '#shared/message-editor/formatted-runs.ts'

/** A part of a line: formatted text, or a link. */
export interface LinkedRun extends Run {
  /** The address of a link; null for text. */
  readonly href: string | null
}

/** Stands for a link while formats are read, as its own marks mean nothing. A noncharacter. */
const LINK = '\uFDD2'
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`\uFDD2]+/giu
/** What follows an address in a sentence, and is no part of it. */
const AFTER = /[.,;:!?*_~)\]}»”’]+$/u

/** The formatted runs of a text, with its web addresses as links. */
export function linkedRuns(text: string): LinkedRun[] {
  const addresses: string[] = []
  const marked = text.replaceAll(LINK, '').replace(ADDRESS, (found) => {
    const address = withoutEnd(found)
    addresses.push(address)
    return LINK + found.slice(address.length)
  })
  return formattedRuns(marked).flatMap((run) =>
    run.text.split(/(\uFDD2)/u).flatMap((part): LinkedRun[] => {
      if (part === '') return []
      if (part !== LINK) return [{ ...run, text: part, href: null }]
      const address = addresses.shift() ?? ''
      return [{ ...run, text: address, href: hrefOf(address) }]
    }),
  )
}

/** A bracket at the end belongs to an address in which it was opened. */
function withoutEnd(found: string): string {
  const address = found.replace(AFTER, '')
  const isOpen = address.includes('(') && !address.includes(')')
  return isOpen && found[address.length] === ')' ? `${address})` : address
}

function hrefOf(address: string): string {
  return /^https?:/i.test(address) ? address : `https://${address}`
}
