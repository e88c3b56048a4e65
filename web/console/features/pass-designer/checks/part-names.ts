const names: readonly (readonly [start: string, name: string])[] = [
  ['iOSLogoText', 'Logo text'],
  ['iOSPrimaryField', 'Primary field'],
  ['iOSAdditionalFields', 'Field'],
  ['Barcode', 'Barcode'],
  ['PassDescription', 'Description'],
  ['BusinessNameOverride', 'Business name'],
  ['GooglePayPassAccountOwnerName', 'Member name'],
  ['GooglePayPassAccountId', 'Member ID'],
  ['GooglePayPassCardFrontLabels.Left', 'Left label'],
  ['GooglePayPassCardFrontLabels.Right', 'Right label'],
  ['GooglePassMessages.AllMembers', 'Message to all members'],
  ['GooglePassMessages.EachMember', 'Message to each member'],
  ['GooglePassLinks.AllMembers', 'Link for all members'],
  ['GooglePassLinks.EachMember', 'Link for each member'],
]

/** What people call the part at a path. */
export function passPartName(path: string): string {
  return names.find(([start]) => path.startsWith(start))?.[1] ?? 'Pass'
}

/** The part that a wrong field belongs to, so that it can be opened; null for those of the settings. */
export function passPartOf(path: string): string | null {
  if (!names.some(([start]) => path.startsWith(start))) return null
  return path.replace(
    /\.(Label|Value|Description|UriValue|FieldLocation|CustomDateFormat|ChangeMessage)$/,
    '',
  )
}
