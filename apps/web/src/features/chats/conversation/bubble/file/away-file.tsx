import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import { useTranslation } from 'react-i18next'
import { FileProblem } from './file-problem.tsx'

/** A file that is still with the network. */
export function AwayFile({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useTranslation()
  const text = file.state === 'asked' ? t('Being fetched from the phone…') : t('Not fetched yet')
  return <FileProblem entry={entry} file={file} text={text} />
}
