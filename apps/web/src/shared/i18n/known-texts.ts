import type { ContractTexts } from './contract-texts.ts'

/**
 * The texts of the contract, loaded only for languages that need them: in English the server's
 * messages are shown as they are.
 */
let known: ContractTexts | null = null

export function keepTexts(texts: ContractTexts): void {
  known = texts
}

export function knownTexts(): ContractTexts | null {
  return known
}
