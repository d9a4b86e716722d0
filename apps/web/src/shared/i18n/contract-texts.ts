import { errors } from '@kirim/contract/errors'
import { isGeneralIssue, issueTemplate } from '@kirim/contract/issue-texts'
import { lintTexts } from '@kirim/contract/lint-texts'
import { reasonTexts } from '@kirim/contract/reason-texts'

/** The English texts of the contract by code, which are the keys of their translations. */
export const contractTexts = {
  refusal: (code: string) => textIn(errors, code)?.text ?? null,
  finding: (code: string) => textIn(lintTexts, code),
  reason: (code: string) => textIn(reasonTexts, code),
  issue: issueTemplate,
  isGeneralIssue,
} as const

export type ContractTexts = typeof contractTexts

function textIn<T extends object>(texts: T, code: string): T[keyof T] | null {
  return Object.hasOwn(texts, code) ? texts[code as keyof T] : null
}
