import type { MessageFile } from '@kirim/contract/message-content'
import type { MessageKind } from '@kirim/contract/message-kinds'
import { kindTexts } from '@kirim/contract/message-kinds'
import type { TFunction } from 'i18next'
import type { Format } from '#shared/i18n/format.ts'

/** What a file is, for its name: its own, or its kind. */
export function fileTitle({ fileName }: MessageFile, kind: MessageKind, t: TFunction): string {
  return fileName || (kind === 'text' ? t('File') : t(kindTexts[kind]))
}

/** "PDF, 2 pages, 184 KB" */
export function fileFacts(file: MessageFile, t: TFunction, { fileSize, number }: Format): string {
  const ending = /\.(\w{1,5})$/.exec(file.fileName)?.[1]?.toUpperCase()
  const { pages } = file
  return [
    ending,
    pages !== null && pages > 0 && t('{n} pages', { count: pages, n: number(pages) }),
    file.fileSize > 0 && fileSize(file.fileSize),
  ]
    .filter(Boolean)
    .join(', ')
}

/** 74 seconds → "1:14" */
export function playingTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
