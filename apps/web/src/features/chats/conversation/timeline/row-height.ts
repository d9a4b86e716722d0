import { pictureHeight } from '../bubble/file/picture-size.ts'
import { sideOf, type TimelineRow } from './timeline-rows.ts'

/** In CSS pixels, as rows are drawn; each is measured once it is on screen. */
const DAY = 40
const UNREAD = 32
const LINE = { event: 24, text: 20, foot: 36, author: 18, quote: 46, card: 66, poll: 150 }
const LETTERS_A_LINE = 50
const FOLDED_LINES = 12

/** How high a row will be, about, before it is drawn. */
export function estimatedHeight(row: TimelineRow): number {
  const { entry, isNewDay, unread, showsAuthor, isClose } = row
  const above = (isNewDay ? DAY : 0) + (unread > 0 ? UNREAD : 0) + (isClose ? 4 : 8)
  if (sideOf(entry) === 'middle') return above + LINE.event
  const { text, file, content, quoted, kind } = entry
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LETTERS_A_LINE)), 0)
  const isDrawn = file?.state === 'here' && (kind === 'image' || kind === 'video')
  return (
    above +
    LINE.foot +
    (showsAuthor ? LINE.author : 0) +
    (quoted ? LINE.quote : 0) +
    (file ? (isDrawn ? pictureHeight(file) : LINE.card) : 0) +
    (content ? (content.type === 'poll' ? LINE.poll : LINE.card) : 0) +
    (text === '' ? 0 : Math.min(lines, FOLDED_LINES + 1) * LINE.text)
  )
}
