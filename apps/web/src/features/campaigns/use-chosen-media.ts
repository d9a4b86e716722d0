import type { MediaFile } from '@kirim/contract/media'
import { useTranslation } from 'react-i18next'
import { uploadAddress } from '#shared/media/upload-address.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import type { MediaChoice } from './media-choice.ts'

export interface ChosenMedia {
  id: string
  name: string
  /** MIME type. */
  type: string
  /** Where it is shown from. */
  src: string
}

/** The files of a choice, in the order they are sent. */
export function useChosenMedia(
  media: MediaChoice,
  library: readonly MediaFile[],
): readonly ChosenMedia[] {
  const { t } = useTranslation()
  const objectUrl = useObjectUrl(media.kind === 'upload' ? media.file : null)
  switch (media.kind) {
    case 'none':
      return []
    case 'upload':
      return [{ id: 'upload', name: media.file.name, type: media.file.type, src: objectUrl }]
    case 'kept':
      return [stored(media.file)]
    case 'library':
      return media.ids.map((id) => {
        const file = library.find((known) => known._id === id)
        return file ? stored(file) : { id, name: t('No longer in the library'), type: '', src: '' }
      })
  }
}

function stored(file: MediaFile): ChosenMedia {
  return {
    id: file._id,
    name: file.originalName,
    type: file.fileType,
    src: uploadAddress(file),
  }
}
