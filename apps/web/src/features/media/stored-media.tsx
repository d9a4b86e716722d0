import { deleteMedia, listMedia, type MediaFile, mediaUse } from '@kirim/contract/media'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useCampaignCounts } from '#shared/deletion/campaign-counts.ts'
import { useConsequences } from '#shared/deletion/use-consequences.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useAddressList } from '#shared/list/use-list.ts'
import { mediaShape } from '#shared/media/media-list.ts'
import { MediaListTools } from '#shared/media/media-list-tools.tsx'
import { toast } from '#shared/toast/toast.ts'
import { useErrorToast } from '#shared/toast/use-error-toast.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading, Skeleton } from '#shared/ui/loading.tsx'
import { TablePager } from '#shared/ui/table.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { MediaTile } from './media-tile.tsx'
import { MediaViewer } from './media-viewer.tsx'

const gridClasses =
  'grid grid-cols-2 gap-3 border-t p-5 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-5'

/** 'Stored Media' [2.media.stored]. */
export function StoredMedia() {
  const { t } = useTranslation()
  const { number } = useFormat()
  const media = useQuery(callQuery(listMedia))
  const failed = t('Failed to load media list.')
  const mayWrite = useMay('media:write')
  useErrorToast(media.error, failed)
  const [viewed, setViewed] = useState<MediaFile | null>(null)
  const [doomed, setDoomed] = useState<MediaFile | null>(null)
  const removal = useMediaRemoval(() => setDoomed(null))
  const consequences = useCampaignsThatKeep(doomed)
  const files = media.data
  return (
    <Card>
      <CardHeader
        title={t('Stored Media')}
        action={
          files && files.length > 0 ? (
            <span className="tnum text-caption text-muted-foreground">{number(files.length)}</span>
          ) : undefined
        }
      />
      {media.isPending && (
        <Loading text={t('Loading media...')}>
          <TileSkeletons />
        </Loading>
      )}
      {!files && media.isError && (
        <ErrorState message={messageOf(media.error, failed)} query={media} />
      )}
      {files?.length === 0 && (
        <EmptyState
          title={t('No media found in your storage.')}
          description={mayWrite && t('Upload an image or a video to attach it to campaigns.')}
        />
      )}
      {files && files.length > 0 && (
        <MediaGrid
          files={files}
          busyId={removal.isPending ? removal.variables._id : null}
          onView={setViewed}
          onDelete={setDoomed}
        />
      )}
      <MediaViewer file={viewed} onClose={() => setViewed(null)} />
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t('Delete file')}
        description={t('{name} is deleted from your storage.', {
          name: (doomed ?? removal.variables)?.originalName ?? '',
        })}
        consequences={consequences}
        action={t('Delete')}
        busy={removal.isPending}
        busyText={t('Deleting...')}
        onConfirm={() => doomed && removal.mutate(doomed)}
      />
    </Card>
  )
}

interface MediaGridProps {
  files: readonly MediaFile[]
  /** The file that is being deleted. */
  busyId: string | null
  onView: (file: MediaFile) => void
  onDelete: (file: MediaFile) => void
}

function MediaGrid({ files, busyId, onView, onDelete }: MediaGridProps) {
  const { t } = useTranslation()
  const { rows, search, sorting, pager } = useAddressList(files, mediaShape)
  return (
    <>
      {files.length > 1 && (
        <div className="px-5 pb-4">
          <MediaListTools search={search} sorting={sorting} />
        </div>
      )}
      {rows.length === 0 && <EmptyState title={t('No file matches this search.')} />}
      {rows.length > 0 && (
        <ul className={gridClasses}>
          {rows.map((file) => (
            <MediaTile
              key={file._id}
              file={file}
              busy={file._id === busyId}
              onView={() => onView(file)}
              onDelete={() => onDelete(file)}
            />
          ))}
        </ul>
      )}
      {pager && <TablePager {...pager} />}
    </>
  )
}

/** Campaigns that still use a file keep it after it was deleted from the library. */
function useCampaignsThatKeep(doomed: MediaFile | null): readonly string[] | null {
  const { t } = useTranslation()
  const countsOf = useCampaignCounts()
  return useConsequences({
    query: callQuery(mediaUse, { params: { id: doomed?._id ?? '' } }),
    open: doomed !== null,
    say: (use) => {
      const counts = countsOf(use, ['running', 'waiting', 'paused', 'completed'])
      if (!counts) return [t('No campaign uses it.')]
      return [
        t(
          'Campaigns that use it: {counts}. They keep it until they are deleted or saved with another file.',
          { counts },
        ),
      ]
    },
    otherwise: t('Campaigns that use it keep it.'),
  })
}

function useMediaRemoval(onSettled: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (file: MediaFile) => request(deleteMedia, { params: { id: file._id } }),
    onSuccess: (_answer, file) => {
      toast({ title: t('{name} deleted.', { name: file.originalName }), tone: 'success' })
      return queryClient.invalidateQueries({ queryKey: keyOf(listMedia) })
    },
    onError: (error) => {
      const reason = messageOf(error, t('Error deleting file.'))
      toast({ title: t('Delete failed: {reason}', { reason }), tone: 'error' })
    },
    onSettled,
  })
}

function TileSkeletons() {
  return (
    <div className={gridClasses}>
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <div key={key} className="overflow-hidden rounded-md border">
          <Skeleton className="h-28 rounded-none" />
          <div className="grid gap-2 p-2.5">
            <Skeleton className="h-3 w-3/4" />
            <Skeleton className="h-2.5 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  )
}
