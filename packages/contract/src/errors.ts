import * as z from 'zod/mini'

/**
 * Every refusal the server can give, by its stable code. `{name}` marks a value filled in from
 * `params`. Texts that docs/requirements give stand letter for letter.
 */
export const errorTexts = {
  validation_failed: '{detail}',
  malformed_request: 'The request could not be read.',
  length_required: 'The length of the request has to be given.',
  unauthenticated: 'Please sign in.',
  forbidden: 'Access denied',
  not_found: 'Not found.',
  host_not_allowed:
    'This server does not answer to the name in the address. Set PUBLIC_URL or ALLOWED_HOSTS to it.',
  origin_not_allowed:
    'A page of another address may not connect. If it is this server, set PUBLIC_URL to its address.',
  too_many_requests: 'Too many requests. Try again in {seconds} seconds.',
  too_many_connections: 'Too many pages are connected at once. Close some of them and try again.',
  database_unavailable: 'The database does not answer. Please try again in a moment.',
  storage_full:
    'The disk of this server is full, so nothing was saved. Whoever runs the server has to make room; then try again.',
  payload_too_large: 'What was sent is too large.',
  too_many_uploads: 'Too many uploads at once. Wait until one of them has finished.',
  too_much_waiting:
    'Several things of yours are still being worked on. Wait until one of them has finished.',
  too_many_lists:
    'Several long lists of yours are still being read. Wait until one of them has finished.',
  headers_too_large: 'The address or the headers of this request are too long.',
  request_timeout: 'The request took too long to arrive.',
  range_not_satisfiable: 'This file has no such part.',
  unsupported_media_type: 'This content type is not supported.',
  internal_error: 'Something went wrong on the server. Please try again.',
  gone_meanwhile: 'Something this belongs to has just been deleted. Reload the page and try again.',
  shutting_down: 'The server is stopping. Please try again in a moment.',
  wrong_credentials: 'Wrong e-mail or password.',
  too_many_sign_ins: 'Too many failed sign-ins. Try again in {seconds} seconds.',
  too_many_guesses: 'Too many wrong tries. Try again in {seconds} seconds.',
  email_taken: 'An account with this e-mail already exists.',
  password_too_common: 'This password is one of the most common ones. Choose another.',
  current_password_required:
    'You signed in a while ago. Enter your current password to set a new one.',
  current_password_wrong: 'This is not your current password.',
  setup_code_required:
    'The first account needs the setup code that the server printed at its start.',
  setup_code_wrong: 'This is not the setup code that the server printed at its last start.',
  registration_closed: 'Registration is closed on this server.',
  invitation_required: 'Registration needs an invitation. Ask an admin of this server for one.',
  invitation_invalid:
    'This invitation was used, was withdrawn or has expired. Ask for another one.',
  own_reset_link: 'Your own password is changed on the Account page.',
  invitation_not_found: 'This invitation was used or withdrawn, or has expired.',
  too_many_invitations: 'At most {n} invitations can be open at once. Withdraw some.',
  reset_link_invalid: 'This link was used or has expired. Ask an admin for another one.',
  user_not_found: 'User not found.',
  device_not_found: 'Device not found.',
  device_limit_reached:
    'Cannot connect more devices. Your plan ({plan}: {n} device(s)) limit has been reached.',
  device_needs_scan: 'This number was unlinked. Scan a new QR code to link it again.',
  no_session_to_disconnect: 'There is no connected device to disconnect.',
  link_failed: 'The number could not be linked: {reason}. Please try again.',
  link_forged:
    'The number was not linked: the link that arrived is not signed by its WhatsApp account. Nothing of it was kept.',
  contact_key_forged:
    'A contact was not written to: the key that the network gave for them is not theirs. Other contacts are not affected.',
  network_not_genuine:
    'The server that answered is not WhatsApp: its certificate does not match. Nothing was sent to it.',
  contact_not_found: 'Contact not found.',
  contact_number_taken: 'Another contact has this number.',
  group_not_found: 'Contact group not found.',
  group_name_empty: 'Group name cannot be empty.',
  group_name_taken: 'A group with this name already exists.',
  phone_number_invalid: 'This is not a valid phone number.',
  phone_number_missing: 'There is no phone number in this row.',
  no_file: 'No File Selected',
  no_group: 'No Group Selected',
  not_excel: 'Please select an Excel file (.xlsx or .xls)',
  spreadsheet_encrypted: 'This file is protected by a password. Save it without one and try again.',
  spreadsheet_empty: 'This file has no rows.',
  spreadsheet_no_phone_column: 'No column with phone numbers was found in this file.',
  spreadsheet_too_large: 'This file is too large to read. It may hold at most {rows} rows.',
  spreadsheet_unreadable: 'This file could not be read as a spreadsheet.',
  import_interrupted:
    'The import stopped after {done} of {total} rows. Those are kept; upload the file again to add the rest.',
  media_not_found: 'Media file not found.',
  media_missing: 'Please select a file to upload.',
  media_too_large: 'File size exceeds the 10MB limit.',
  media_wrong_type: 'Only image or video files are allowed.',
  media_unreadable: 'This file is damaged and could not be read.',
  media_unsupported: 'This file could not be read. Save it as JPEG, PNG or MP4 and try again.',
  media_too_slow: 'This image takes too long to read. Save it smaller or as JPEG and try again.',
  media_too_many_pixels:
    'This image has too many pixels. Use one of at most {megapixels} megapixels.',
  campaign_not_found: 'Campaign not found.',
  campaign_number_removed:
    'The number of this campaign was removed. Link it again, then switch the campaign on.',
  campaign_device_required: 'Device ID is required. Please select or ensure device is connected.',
  campaign_group_required: 'Contact Group is required for Bulk Campaign.',
  campaign_name_required: 'Campaign name is required.',
  campaign_too_many_media: 'Max 3 media items.',
  campaign_media_both: 'Choose library items or one uploaded file, not both.',
  campaign_interval_order: 'The minimum interval must not be longer than the maximum.',
  campaign_time_unreadable:
    'This time could not be read. Give the date and the time in full, or leave both empty.',
  campaign_completed:
    'This campaign has finished and cannot be changed. Duplicate it, or send it to the rest.',
  campaign_not_completed:
    'This campaign has not finished yet. Once it has, it can be sent to the rest.',
  campaign_rest_empty: 'Nobody is left to send this campaign to.',
  campaign_copy_too_slow: 'Copying this campaign took too long. Nothing of the copy was kept.',
  own_role: 'You cannot change your own role.',
  own_account: 'You cannot delete your own account.',
  admin_plan_fixed: 'The plan of an admin cannot be changed.',
  quota_contacts:
    'This would take you past the {most} contacts of your account. Delete some first, or ask an admin for more.',
  quota_import:
    'This file has {added} new contacts, and your account has room for {room} of its {most}. Nothing was imported.',
  quota_media_bytes:
    'This would take you past the {most} of media of your account. Delete some files first, or ask an admin for more.',
  quota_campaigns:
    'This would take you past the {most} campaigns of your account. Delete some first, or ask an admin for more.',
  quota_people_waiting:
    'This would take you past the {most} people waiting for messages of your account. Let a campaign finish or delete one first, or ask an admin for more.',
  quota_chatbot_items:
    'This would take you past the {most} chatbot items of your account. Delete some first, or ask an admin for more.',
  quota_calls_today:
    'This would take you past the {most} API and AI calls a day of your account. The next day begins at midnight UTC.',
  chatbot_item_not_found: 'Chatbot campaign not found.',
  chatbot_name_required: 'Name is required.',
  chatbot_delay_invalid: 'Enter whole seconds, from 0 to 25.',
  chatbot_caption_required: 'Caption / text message is required.',
  chatbot_too_many_items: 'A number can have at most {n} chatbot campaigns.',
  chatbot_too_many_keywords:
    'This number would have {keywords} keywords. All its items together can have {n}. Remove some.',
  chatbot_too_many_keyword_characters:
    'The keywords of this number would be too long together: {characters} characters. All its items can have {n}. Remove or shorten some.',
  chatbot_chat_paused:
    'The chatbot rests for an hour in the chat with {chat}: it sent more than 20 replies in a minute.',
  chatbot_chat_paused_slow:
    'The chatbot rests for an hour in the chat with {chat}: it sent more than 60 replies in an hour.',
  chatbot_pause_not_found: 'This chat is not paused any more.',
  chatbot_next_action_missing: 'The next bot action does not exist on this number.',
  chatbot_next_action_cycle: 'This next bot action would lead back to itself: {names}.',
  ai_key_required: 'Enter the API key of this provider.',
  api_rest_body_invalid:
    'The body is not valid JSON. Placeholders belong inside quotation marks, as in "[name]".',
  api_rest_path_invalid: "'{path}' is no path into an answer. Write it like data.items[0].price.",
  api_rest_field_twice: 'Two fields have the same name. Give each its own.',
  ai_key_refused: 'The provider did not accept this API key: {reason}',
  ai_provider_unreachable: 'The provider could not be reached: {reason}',
  ai_settings_simulated: 'On the sandbox network AI settings are only simulated.',
  sandbox_off: 'The sandbox network is not running.',
  sandbox_phone_not_found: 'Sandbox phone not found.',
  sandbox_no_code: 'There is no QR code waiting to be scanned.',
  sandbox_group_not_found: 'Sandbox group not found.',
  sandbox_group_invalid: 'A group needs a name and at least one other number.',
  sandbox_no_author: 'Choose a member of the group to write as.',
  sandbox_number_taken: 'This number already belongs to another sandbox phone.',
  sandbox_contact_unregistered: 'This number is not on the sandbox network.',
  sandbox_too_many_phones: 'An account can have at most {n} sandbox phones.',
  sandbox_too_many_pictures:
    'At most {n} pictures can be sent to the sandbox phones of an account. Write without one.',
  sandbox_empty_message: 'Write something or attach a picture.',
  sandbox_scan_failed: 'The phone could not link. Ask for a new QR code and try again.',
  sandbox_phone_linked: 'This phone is already linked. Use another one.',
} as const

export type ErrorCode = keyof typeof errorTexts

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
export type ErrorParams = Readonly<z.infer<typeof Params>>

export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  params: z.optional(Params),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Which sentence of the contract was said, with its values, for who reads another language. */
export const SaidSentence = z.object({ code: z.string(), params: Params })

/** The English sentence of a refusal, with its values filled in. */
export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  return filledText(errorTexts[code], params)
}

/** A sentence with its values in place; a value that is not given stays marked. */
export function filledText(template: string, params: ErrorParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  )
}
