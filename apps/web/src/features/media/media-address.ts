import { useAppInfo } from '#shared/api/app-info.ts'

/** The address of a stored file: the media host and the file's path [2.media.host]. */
export function mediaAddress(mediaUrl: string, filePath: string): string {
  return `${mediaUrl.replace(/\/+$/, '')}/${filePath.replace(/^\/+/, '')}`
}

/** `mediaAddress` with this server's media host; same origin until it is known. */
export function useMediaAddress(): (filePath: string) => string {
  const mediaUrl = useAppInfo()?.mediaUrl ?? ''
  return (filePath) => mediaAddress(mediaUrl, filePath)
}
