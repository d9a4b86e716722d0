import { useLiveRules } from '../live/use-live-rules.ts'
import { ChatLabelsSection } from './chat-labels-section.tsx'
import { ChatRulesCard } from './chat-rules-card.tsx'

/** What owners and managers decide about the chats of their workspace. */
export function ChatSettings() {
  useLiveRules()
  return (
    <ChatRulesCard>
      <ChatLabelsSection />
    </ChatRulesCard>
  )
}
