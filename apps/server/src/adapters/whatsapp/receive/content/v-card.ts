import { boundedLine, boundedPart } from './bounds.ts'

const CARD_MAX = 16_384
const NAME_MAX = 100
const NUMBERS_MAX = 10
/** A number on the network, which phones add; else the number as it is written. */
const NETWORK_NUMBER = /;waid=(\d{5,20})[;:]/i
const DIGITS = /^\d{5,20}$/

export interface Card {
  readonly name: string
  /** Digits. */
  readonly phoneNumbers: readonly string[]
}

/** The name and the numbers of a vCard; a name that its message gives comes first. */
export function readCard(
  written: string | null | undefined,
  name: string | null | undefined,
): Card {
  const lines = boundedPart(written, CARD_MAX).split(/\r?\n/)
  const phones = lines.filter((line) => /^(?:item\d+\.)?tel[;:]/i.test(line))
  const numbers = phones.flatMap((line) => {
    const spelled = line.slice(line.indexOf(':') + 1).replaceAll(/[^\d]/g, '')
    const number = NETWORK_NUMBER.exec(line)?.[1] ?? spelled
    return DIGITS.test(number) ? [number] : []
  })
  const full = lines.find((line) => /^fn[;:]/i.test(line))
  return {
    name: boundedLine(name || full?.slice(full.indexOf(':') + 1), NAME_MAX),
    phoneNumbers: [...new Set(numbers)].slice(0, NUMBERS_MAX),
  }
}
