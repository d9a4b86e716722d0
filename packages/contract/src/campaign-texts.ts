/**
 * Explains the status of a campaign and what comes next, by code. `{people}` is a number of people,
 * `{at}` a moment; the other placeholders are names and counts.
 */
export const campaignTexts = {
  draft: 'Not started. It will be sent to {people}.',
  draft_empty: 'Not started. Its group is empty.',
  preparing: 'Preparing the list of recipients. Sending starts when it is ready.',
  scheduled: 'Starts {at}. It will be sent to {people}.',
  scheduled_disconnected: 'Starts {at}, once {device} reconnects.',
  scheduled_unlinked: 'Starts {at}, once {device} is linked again. It was unlinked on its phone.',
  scheduled_banned: 'Starts {at}, once {device} is no longer banned by WhatsApp.',
  scheduled_refused: 'Starts {at}, once {device} can connect again.',
  queued: 'Waiting for {campaign} on the same number. {people} left.',
  queued_next: 'Starting in a moment: {people} left.',
  sending: 'Sending: {people} left.',
  sending_away: 'Sending: {people} left. {device} is not connected.',
  sending_unlinked_number: 'Sending: {people} left. {device} was unlinked on its phone.',
  sending_resting: 'Sending: {people} left. WhatsApp asked {device} to slow down until {at} (429).',
  sending_limited: 'Sending: {people} left. New chats of {device} are limited until {at}.',
  sending_limited_guess:
    'Sending: {people} left. New chats of {device} are limited, at least until about {at}.',
  sending_capped: 'Sending: {people} left. {device} reached its daily cap and resumes {at}.',
  sending_without: 'Sending: {people} left. Waiting for {device}.',
  outside_hours: 'Outside its sending hours. Resumes {at}. {people} left.',
  number_disconnected: 'Waiting for {device} to reconnect. {people} left.',
  number_banned:
    '{device} is banned by WhatsApp. Ask for a review in WhatsApp on its phone. {people} left.',
  number_banned_for_now:
    '{device} is banned by WhatsApp for a time. Sending resumes after it. {people} left.',
  number_refused: '{device} cannot connect. See Scan Device for what to do. {people} left.',
  number_connecting: '{device} is reconnecting. {people} left.',
  number_unlinked: '{device} was unlinked on its phone. Link it again to continue. {people} left.',
  storage_full: "The server's disk is full. Sending resumes when there is space. {people} left.",
  media_away: 'The media storage does not answer. Sending resumes when it does. {people} left.',
  media_host_away:
    'WhatsApp is not accepting files at the moment. Kirim retries automatically. {people} left.',
  number_resting:
    'WhatsApp asked {device} to slow down. Sending resumes {at} (429). {people} left.',
  held_new_chats: 'On hold: WhatsApp limits new chats of {device}. Resumes {at}. {people} left.',
  held_new_chats_guess:
    'On hold: WhatsApp limits new chats of {device}, at least until about {at}. Resumes automatically. {people} left.',
  daily_cap: 'Daily cap of {cap} reached. {device} resumes {at}. {people} left.',
  paused: 'Paused {at}. {people} left.',
  paused_earlier: 'Switched off. {people} left.',
  paused_number_removed: 'Paused by Kirim {at}: its number was removed. {people} left.',
  paused_failures:
    'Paused by Kirim {at}: {failures} messages in a row failed. Check the reasons, fix the problem, then resume. {people} left.',
  cancelled_by_owner: 'Cancelled {at}. {people} not messaged.',
  cancelled: 'Its number was removed. {people} left.',
  completed: 'Reached {reached} of {total}.',
  completed_failed: 'Reached {reached} of {total}; {failed} failed.',
  completed_empty: 'There were no recipients.',
} as const

export type CampaignTextCode = keyof typeof campaignTexts
