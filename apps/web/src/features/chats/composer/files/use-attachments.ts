import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mediaFileProblem } from '#shared/media/media-problem.ts'
import { toast } from '#shared/toast/toast.ts'
import { newClientId } from '../../client-id.ts'
import type { Attachment } from './attachment.ts'

/** As many messages as follow each other without a reader being asked. */
const ATTACHED_MAX = 10

/** The files of the next message; those that cannot be sent are refused with the reason. */
export function useAttachments() {
  const { t } = useTranslation()
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const add = (added: readonly Attachment[]) => {
    if (attachments.length + added.length > ATTACHED_MAX) {
      const title = t('At most {max} files at once.', { max: ATTACHED_MAX })
      toast({ title, tone: 'error' })
    }
    setAttachments((now) => [...now, ...added].slice(0, ATTACHED_MAX))
  }
  const addFiles = (files: readonly File[]) => {
    const problems = files.map((file) => ({ file, problem: mediaFileProblem(file) }))
    for (const { file, problem } of problems) {
      if (problem) toast({ title: `${file.name}: ${t(problem)}`, tone: 'error' })
    }
    const fit = problems.filter(({ problem }) => problem === null)
    if (fit.length === 0) return
    add(fit.map(({ file }) => ({ id: newClientId(), file, isVoice: false })))
  }
  return {
    attachments,
    add,
    addFiles,
    remove: (id: string) => setAttachments((now) => now.filter((one) => one.id !== id)),
    set: setAttachments,
  }
}
