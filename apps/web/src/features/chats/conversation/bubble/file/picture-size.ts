import type { MessageFile } from '@kirim/contract/message-content'

/** In CSS pixels. */
export const WIDTH = 300
const USUAL_HEIGHT = 200
const HEIGHTS = { least: 96, most: 340 }

/** How high a picture or video is shown, in CSS pixels; known before it is loaded. */
export function pictureHeight({ width, height }: Pick<MessageFile, 'width' | 'height'>): number {
  if (!width || !height) return USUAL_HEIGHT
  return Math.round(Math.min(HEIGHTS.most, Math.max(HEIGHTS.least, (WIDTH * height) / width)))
}
