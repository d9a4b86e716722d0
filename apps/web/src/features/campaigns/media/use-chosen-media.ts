import type { MediaFile } from '@kirim/contract/media'
import { useTranslation } from 'react-i18next'
import { chosenMedia, type ShownMedia, storedMedia } from '#shared/media/shown-media.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import type { MediaChoice } from './media-choice.ts'

export interface KnownFiles {
  library: readonly MediaFile[]
  /** The campaign's items when it was loaded, including some since removed from the library. */
  attached: readonly MediaFile[]
}

/** The selected files in sending order. */
export function useChosenMedia(
  media: MediaChoice,
  { library, attached }: KnownFiles,
): readonly ShownMedia[] {
  const { t } = useTranslation()
  const objectUrl = useObjectUrl(media.kind === 'upload' ? media.file : null)
  switch (media.kind) {
    case 'none':
      return []
    case 'upload':
      return [chosenMedia(media.file, objectUrl)]
    case 'kept':
      return [storedMedia(media.file)]
    case 'library':
      return media.ids.map((id) => {
        const libraryFile = library.find(({ _id }) => _id === id)
        if (libraryFile) return storedMedia(libraryFile)
        const attachedFile = attached.find(({ _id }) => _id === id)
        return attachedFile
          ? { ...storedMedia(attachedFile), note: t('Removed from the library, but still sent') }
          : { id, name: t('No longer in the library'), type: '', src: null }
      })
  }
}
