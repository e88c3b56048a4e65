import type { PassDocument } from './pass-document.ts'

/** What a design starts with: a membership card that works as it is. */
export function newPassDocument(displayName: string): PassDocument {
  return {
    DisplayName: displayName,
    PassDescription: 'Membership card',
    BusinessNameOverride: null,
    BackgroundColour: { R: 13, G: 87, B: 104, A: 255 },
    ForegroundColour: { R: 255, G: 255, B: 255, A: 255 },
    GooglePayPassBackgroundColour: null,
    iOSLogoText: 'Member',
    iOSPrimaryField: { Label: 'Member', Value: '{FullName}' },
    iOSAdditionalFields: [
      { Label: 'Number', Value: '{MembershipNumber}', FieldLocation: 'Secondary', CustomDateFormat: null },
      { Label: 'Level', Value: '{MemberLevel}', FieldLocation: 'Secondary', CustomDateFormat: null },
      { Label: 'Member since', Value: '{DateJoined}', FieldLocation: 'Back', CustomDateFormat: null },
    ],
    iOSLocations: [],
    iOSComesUpAtVenues: false,
    iOSComesUpForEvents: false,
    iOSSharingProhibited: false,
    BarcodeType: 'QR_CODE',
    BarcodeDataFormat: '{CouponCode}',
    BarcodeDataLabelFormat: '{MembershipNumber}',
    GooglePayPassAccountOwnerName: '{FullName}',
    GooglePayPassAccountId: '{MembershipNumber}',
    GooglePayPassCardFrontLabels: {
      Left: { Label: 'Level', Value: '{MemberLevel}' },
      Right: { Label: 'Points', Value: '{PointsBalance}' },
    },
    GooglePassMessages: { AllMembers: [], EachMember: [] },
    GooglePassLinks: { AllMembers: [], EachMember: [] },
    PassUsageLimit: null,
    ExpiresAfterMonths: null,
    VoidWhenMemberDeleted: true,
    VoidWhenUnfinancial: false,
    InvitationSMSMessageBodyFormat:
      'Hi {FirstName}, your {BusinessName} digital membership card is ready: {Link}',
    DependentOnRelatedTwoStepMembershipRequest: false,
  }
}
