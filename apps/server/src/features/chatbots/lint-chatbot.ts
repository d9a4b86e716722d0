import { lint } from '@kirim/chatbot-engine/lint'
import type { LintFinding as EngineFinding } from '@kirim/chatbot-engine/lint-finding'
import type { LintFinding } from '@kirim/contract/chatbot-tools'
import { filledText } from '@kirim/contract/errors'
import { lintTexts } from '@kirim/contract/lint-texts'
import type { NumberChatbot } from './responder-items.ts'

/** What the owner of a number should know before a customer finds out, in words. */
export function lintChatbot(chatbot: NumberChatbot): LintFinding[] {
  const nameOf = (id: string) => chatbot.items.get(id)?.name ?? id
  return lint([...chatbot.items.values()], chatbot.compiled.settings).map((finding) => ({
    itemId: finding.itemId,
    itemName: finding.itemId ? nameOf(finding.itemId) : '',
    code: finding.code,
    message: sentenceOf(finding, nameOf),
  }))
}

function sentenceOf(finding: EngineFinding, nameOf: (id: string) => string): string {
  switch (finding.code) {
    case 'empty_keyword':
      return filledText(lintTexts.empty_keyword, { keyword: finding.params.keyword })
    case 'duplicate_keyword':
      return filledText(lintTexts.duplicate_keyword, {
        other: nameOf(finding.params.of),
        keyword: finding.params.keyword,
      })
    case 'shadowed_keyword':
      return filledText(lintTexts.shadowed_keyword, {
        keyword: finding.params.keyword,
        other: nameOf(finding.params.by),
        otherKeyword: finding.params.byKeyword,
      })
    case 'unreachable_item':
      return filledText(lintTexts.unreachable_item, {
        names: finding.params.by.map(nameOf).join(', '),
      })
    case 'several_defaults':
      return filledText(lintTexts.several_defaults, { other: nameOf(finding.params.of) })
    case 'missing_next_action':
      return finding.params.because === 'disabled'
        ? filledText(lintTexts.next_action_disabled, { other: nameOf(finding.params.nextItemId) })
        : lintTexts.missing_next_action
    case 'action_cycle':
      return filledText(lintTexts.action_cycle, {
        names: finding.params.ids.map(nameOf).join(' → '),
      })
    default:
      return lintTexts[finding.code]
  }
}
