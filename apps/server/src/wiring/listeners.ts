import type { ChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import type { Campaigns } from './campaigns.ts'
import type { Contacts } from './contacts.ts'
import type { Messages } from './messages.ts'
import type { OptOuts } from './opt-outs.ts'

interface ListenersNeeds {
  readonly contacts: Contacts
  readonly messages: Messages
  readonly optOuts: OptOuts
  readonly campaigns: Campaigns
  readonly chatbots: ChatbotsFeature
}

/**
 * Wires the listeners of inbound messages in order: opt-outs come before campaigns, because an
 * opt-out does not count as an answer to a campaign.
 */
export function wireListeners(needs: ListenersNeeds): void {
  const { contacts, messages, optOuts, campaigns, chatbots } = needs
  messages.addListeners([
    {
      name: 'identities',
      // Before the message is stored; if this is lost in a crash, the next message repeats it.
      async hear(workspaceId, message) {
        const { senderNumber, chatLid, chat, fromMe } = message
        if (fromMe || chat === 'group' || senderNumber === null || chatLid === null) return null
        await contacts.learnIdentity({ workspaceId, phoneNumber: senderNumber, lid: chatLid })
        return null
      },
    },
    { name: 'opt-outs', hear: optOuts.hear },
    { name: 'campaigns', hear: campaigns.hear },
    { name: 'chatbots', answer: chatbots.answer },
  ])
}
