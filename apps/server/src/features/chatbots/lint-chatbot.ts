import { lint } from '@kirim/chatbot-engine/lint'
import type { LintFinding as EngineFinding } from '@kirim/chatbot-engine/lint-finding'
import type { LintFinding } from '@kirim/contract/chatbot-tools'
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
    case 'number_off':
      return 'The chatbot of this number is switched off.'
    case 'no_default_response':
      return 'No item is a default response: messages without a keyword get no answer.'
    case 'empty_keyword':
      return `The keyword "${finding.params.keyword}" can never be found in a message.`
    case 'duplicate_keyword':
      return `"${nameOf(finding.params.of)}" has the keyword "${finding.params.keyword}" too, and comes first.`
    case 'shadowed_keyword':
      return `Wherever "${finding.params.keyword}" is found, "${nameOf(finding.params.by)}" answers to "${finding.params.byKeyword}".`
    case 'unreachable_item':
      return `It can never answer: ${finding.params.by.map(nameOf).join(', ')} always comes first.`
    case 'nothing_leads_here':
      return 'It has no keyword, is no default response, and no item leads to it.'
    case 'default_keywords_unused':
      return 'A default response does not use its keywords.'
    case 'several_defaults':
      return `"${nameOf(finding.params.of)}" is a default response too, and comes first.`
    case 'missing_next_action':
      return finding.params.because === 'disabled'
        ? `Its next action "${nameOf(finding.params.nextItemId)}" is disabled.`
        : 'Its next action does not exist any more.'
    case 'action_cycle':
      return `Its next actions lead back to itself: ${finding.params.ids.map(nameOf).join(' → ')}.`
  }
}
