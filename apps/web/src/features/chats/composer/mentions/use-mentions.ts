import type { ChatPerson } from '@kirim/contract/chat-people'
import { type RefObject, useState } from 'react'
import { useUser } from '#shared/auth/auth-context.ts'
import { useChatPeople } from '../../use-chat-people.ts'
import { mentionAt, peopleFor } from '../../written-mentions.ts'
import { putText } from '../text/insert-text.ts'
import { useSuggestions } from '../text/use-suggestions.ts'

const NOBODY: readonly ChatPerson[] = []

interface MentionsOptions {
  area: RefObject<HTMLTextAreaElement | null>
  text: string
  onText: (text: string) => void
}

/** Suggests people of the team behind an `@`. */
export function useMentions({ area, text, onText }: MentionsOptions) {
  const me = useUser()._id
  const { people } = useChatPeople()
  const [cursor, setCursor] = useState(0)
  /** The text whose list was closed: it stays closed until something else is written. */
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const written = closedAt === text ? null : mentionAt(text, cursor)
  const others = people.filter(({ id }) => id !== me)
  const found = written ? peopleFor(written.typed, others) : NOBODY
  const items = written && found.length > 0 ? found : null
  const suggestions = useSuggestions({
    items,
    onPick({ name }) {
      if (written && area.current) {
        putText(area.current, `@${name} `, written.from, written.to, onText)
      }
    },
    onClose: () => setClosedAt(text),
  })
  return { people, items, suggestions, cursorMoved: setCursor }
}
