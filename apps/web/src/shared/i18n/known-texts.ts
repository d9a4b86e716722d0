import type { ContractTexts } from './contract-texts.ts'

/**
 * The sentences of the contract, once a language needs them: in English what the server says is
 * shown as it came.
 */
let known: ContractTexts | null = null

export function keepTexts(texts: ContractTexts): void {
  known = texts
}

export function knownTexts(): ContractTexts | null {
  return known
}
