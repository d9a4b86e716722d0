import { useChatPeople } from '../../use-chat-people.ts'
import { splitMentions } from '../../written-mentions.ts'

/** Somebody who is mentioned and is not of the team any more. */
const MENTION = /(@[\p{L}\p{N}][\p{L}\p{N}._'-]*)/u

/** The text of a note, with those it mentions marked. */
export function NoteText({ text }: { text: string }) {
  const { people } = useChatPeople()
  const parts = splitMentions(text, people).flatMap((part) =>
    part.personId === null
      ? part.text.split(MENTION).map((piece, index) => ({ text: piece, isMarked: index % 2 === 1 }))
      : [{ text: part.text, isMarked: true }],
  )
  return (
    <p dir="auto" className="px-2 pt-1 text-sm leading-5 wrap-anywhere whitespace-pre-line">
      {parts.map((part, index) =>
        part.isMarked ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity besides their place
          <span key={index} className="rounded-[4px] bg-warning/18 px-1 font-medium">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
    </p>
  )
}
