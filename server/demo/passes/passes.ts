import sql from 'sql-template-tag'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import type { PassImageType } from '#contract/passes/pass-images.ts'
import { colourOfHex } from '#contract/values/colour-values.ts'
import type { Transaction } from '#platform/database'
import { addDrawing } from '#server/passes/designs'
import { golfArt, harbourArt, type PassArt, visitorArt } from './pass-art.ts'

type DemoPass = { businessId: string; id: string; by: string; document: PassDocument; art: PassArt }

const colour = (hex: string) => colourOfHex(hex)!

const memberCard: PassDocument = {
  ...newPassDocument('Member Card'),
  PassDescription: 'Harbourside membership card',
  BackgroundColour: colour('#0b3b54'),
  GooglePayPassBackgroundColour: colour('#0b3b54'),
  iOSLogoText: 'Harbourside',
  iOSAdditionalFields: [
    { Label: 'Number', Value: '{MembershipNumber}', FieldLocation: 'Secondary', CustomDateFormat: null },
    { Label: 'Level', Value: '{MemberLevel}', FieldLocation: 'Secondary', CustomDateFormat: null },
    { Label: 'Expires', Value: '{DateFinancial}', FieldLocation: 'Secondary', CustomDateFormat: 'MM/yyyy' },
    { Label: 'Membership', Value: '{MembershipType}', FieldLocation: 'Back', CustomDateFormat: null },
    { Label: 'Member since', Value: '{DateJoined}', FieldLocation: 'Back', CustomDateFormat: 'MMMM yyyy' },
    { Label: 'Points', Value: '{PointsBalance}', FieldLocation: 'Back', CustomDateFormat: null },
    {
      Label: 'At the door',
      Value: 'Show this pass to sign in. It is yours alone and can not be lent.',
      FieldLocation: 'Back',
      CustomDateFormat: null,
    },
  ],
  GooglePassMessages: {
    AllMembers: [
      { Label: 'Open late on Fridays', Value: 'The bistro is open until 10 pm, the lounge until midnight.' },
    ],
    EachMember: [{ Label: 'Hello {PreferredName}', Value: 'You have {PointsBalance} points to spend.' }],
  },
  GooglePassLinks: {
    AllMembers: [
      { Description: 'Our website', UriValue: 'https://harbourside.example' },
      { Description: 'Ask reception', UriValue: 'mailto:reception@harbourside.example' },
      { Description: 'Call us', UriValue: 'tel:+61295550100' },
    ],
    EachMember: [],
  },
  VoidWhenUnfinancial: true,
}

const visitorPass: PassDocument = {
  ...newPassDocument('Visitor Pass'),
  PassDescription: 'Guest of a member',
  BackgroundColour: colour('#f4efe6'),
  ForegroundColour: colour('#2b2a33'),
  iOSLogoText: 'Harbourside Guests',
  iOSPrimaryField: { Label: 'Guest of', Value: '{FullName}' },
  BarcodeType: 'CODE_39',
  BarcodeDataFormat: '{CouponCode}',
  BarcodeDataLabelFormat: '{CouponCode}',
  PassUsageLimit: 1,
  ExpiresAfterMonths: 1,
  InvitationSMSMessageBodyFormat: 'Hi {PreferredName}, here is a guest pass for {BusinessName}: {Link}',
  DependentOnRelatedTwoStepMembershipRequest: true,
}

const golfCard: PassDocument = {
  ...newPassDocument('Golf Member'),
  PassDescription: 'Valley Golf membership',
  BackgroundColour: colour('#1f4d2b'),
  iOSLogoText: 'Valley Golf',
  BarcodeType: 'PDF_417',
}

const passes: DemoPass[] = [
  { businessId: 'harbourside', id: 'member-card', by: 'Alex Admin', document: memberCard, art: harbourArt },
  { businessId: 'harbourside', id: 'visitor-pass', by: 'Alex Admin', document: visitorPass, art: visitorArt },
  { businessId: 'valley-golf', id: 'golf-member', by: 'Vic Valley', document: golfCard, art: golfArt },
]

/** The designs of passes: a whole one, a guest's that Apple's wallet can't show as it is, and another club's. */
export async function seedPasses(platform: Transaction): Promise<void> {
  for (const { businessId, id, by, document, art } of passes)
    await platform.asTenant(businessId, async (tx) => {
      await tx.run(sql`
        insert into pass_configuration (business_id, pass_configuration_id, document, updated_at, updated_by_name)
        values (${businessId}, ${id}, ${JSON.stringify(document)}::jsonb, now() - interval '9 days', ${by})`)
      for (const [type, svg] of Object.entries(art)) await addDrawing(tx, id, type as PassImageType, svg)
    })
}
