import { useTranslation } from 'react-i18next'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { StoredMedia } from './stored-media.tsx'
import { UploadCard } from './upload-card.tsx'

/** The media page [2.media]. */
export function MediaPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('Media Storage')}
        description={t('Files for your campaigns and chatbots.')}
      />
      <Allowed to="media:write">
        <UploadCard />
      </Allowed>
      <StoredMedia />
    </>
  )
}
