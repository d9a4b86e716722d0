/** Somebody who is mentioned. */
const MENTION = /(@[\p{L}\p{N}][\p{L}\p{N}._'-]*)/u

/** The text of a note, with those it mentions marked. */
export function NoteText({ text }: { text: string }) {
  return (
    <p dir="auto" className="px-2 pt-1 text-sm leading-5 wrap-anywhere whitespace-pre-line">
      {text.split(MENTION).map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity besides their place
          <span key={index} className="rounded-[4px] bg-warning/18 px-1 font-medium">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </p>
  )
}
