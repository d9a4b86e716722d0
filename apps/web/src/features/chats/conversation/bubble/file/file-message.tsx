import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { MessageFile } from '@kirim/contract/message-content'
import { useWords } from '../../words.ts'
import { AwayFile } from './away-file.tsx'
import { DocumentMessage } from './document.tsx'
import { FileProblem } from './file-problem.tsx'
import { Picture, Sticker } from './picture.tsx'
import { Video } from './video.tsx'
import { VoiceNote } from './voice-note.tsx'

/** The file of a message, or why it is not here. */
export function FileMessage({ entry, file }: { entry: ChatEntry; file: MessageFile }) {
  const { t } = useWords()
  const problem = (text: string) => <FileProblem entry={entry} file={file} text={text} />
  switch (file.state) {
    case 'here':
      return <HereFile entry={entry} file={file} />
    case 'asked':
    case 'away':
    case 'gone':
      return <AwayFile entry={entry} file={file} />
    case 'too_large':
      return problem(t('Too large to be kept here'))
    case 'refused':
      return problem(t('Not what its type says, so it was not kept'))
  }
}

function HereFile(props: { entry: ChatEntry; file: MessageFile }) {
  switch (props.entry.kind) {
    case 'image':
      return <Picture {...props} />
    case 'sticker':
      return <Sticker {...props} />
    case 'video':
      return <Video {...props} />
    case 'audio':
      return <VoiceNote {...props} />
    default:
      return <DocumentMessage {...props} />
  }
}
