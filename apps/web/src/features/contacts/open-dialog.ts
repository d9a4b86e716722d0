import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { Removal } from './edit/use-removal.ts'

export type OpenDialog =
  | { kind: 'add' | 'upload' | 'group' | 'details' }
  | { kind: 'panel'; contact: Contact }
  | { kind: 'rename'; group: ContactGroup }
  | { kind: 'segment'; segment: ContactGroup | 'new' }
  | { kind: 'removal'; removal: Removal }
