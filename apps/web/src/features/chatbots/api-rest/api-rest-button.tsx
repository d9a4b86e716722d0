import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useCloseQuestion } from '#shared/forms/use-close-question.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import type { ItemFormValues } from '../item-form-values.ts'
import { API_REST_FORM, ConfigureApiForm } from './api-rest-form.tsx'

/**
 * Opens the configuration of API Rest Data, which is a part of the item's form and saved with it.
 */
export function ConfigureApiButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { field } = useController<ItemFormValues, 'apiRest'>({ name: 'apiRest' })
  const deviceId = useWatch<ItemFormValues, 'deviceId'>({ name: 'deviceId' })
  const status = useWatch<ItemFormValues, 'apiRestDataStatus'>({ name: 'apiRestDataStatus' })
  const closing = useCloseQuestion(() => setOpen(false))
  const keep = (config: ApiRestConfig) => {
    field.onChange(config)
    setOpen(false)
  }
  return (
    <>
      <Button disabled={status !== 'enabled'} onClick={() => setOpen(true)}>
        {t('Configure API')}
      </Button>
      <Dialog
        size="large"
        open={open}
        onOpenChange={closing.onOpenChange}
        title={t('Configure API')}
        description={t('Called before each reply; its answer fills [api.name] in the texts.')}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t('Cancel')}</Button>
            <Button type="submit" form={API_REST_FORM} variant="primary">
              {t('Use this configuration')}
            </Button>
          </>
        }
      >
        <ConfigureApiForm
          deviceId={deviceId}
          config={field.value}
          onKeep={keep}
          onDirty={closing.onDirty}
        />
      </Dialog>
      {closing.question}
    </>
  )
}
