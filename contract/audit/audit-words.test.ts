import { describe, expect, test } from 'vitest'
import { changesOf, deedOf } from './audit-words.ts'
import type { AuditEntry } from './audit.ts'

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  EntryId: '1',
  At: '2026-11-14T07:30:00Z',
  ActorName: 'Alex Admin',
  IsByAdministrator: false,
  Address: '203.0.113.7',
  Action: 'updateVenue',
  Title: 'Change a venue',
  RecordKind: 'Venue',
  RecordId: '2',
  RecordName: 'Sports Bar',
  Before: null,
  After: null,
  ...given,
})

describe('what somebody did reads as a sentence', () => {
  test.each<[Partial<AuditEntry>, string]>([
    [{ After: { Name: 'Sports Bar' } }, 'created the venue Sports Bar'],
    [{ Before: { Name: 'Sports Bar' } }, 'deleted the venue Sports Bar'],
    [
      { RecordName: 'Robin Reception', Before: { Role: 'Reception' }, After: { Role: 'Finance' } },
      'changed the role of Robin Reception',
    ],
    [
      { Before: { Name: 'Bar', Enabled: true }, After: { Name: 'Sports Bar', Enabled: false } },
      'changed the venue Sports Bar',
    ],
    [{ Before: { ABN: '1' }, After: { ABN: '2' } }, 'changed the ABN of Sports Bar'],
    [{ Before: { Name: 'a' }, After: { Name: 'a' } }, 'saved the venue Sports Bar without a change'],
    [{ Before: { Deleted: false }, After: { Deleted: true } }, 'deleted the venue Sports Bar'],
    [{ Before: { Deleted: true }, After: { Deleted: false } }, 'restored the venue Sports Bar'],
    [{ Before: { Enabled: true }, After: { Enabled: false } }, 'disabled the venue Sports Bar'],
    [{ Before: { Retired: true }, After: { Retired: false } }, 'brought back the venue Sports Bar'],
    [{ Before: { Revoked: false }, After: { Revoked: true } }, 'revoked the venue Sports Bar'],
    [{ RecordName: null, After: {} }, 'created the venue 2'],
    [{ RecordKind: 'API key', RecordName: 'Till 1', Before: {} }, 'deleted the API key Till 1'],
    [
      { RecordKind: 'Export', RecordName: 'a.csv', Title: 'Members, as a CSV file', After: { Q: 'may' } },
      'downloaded ‘Members, as a CSV file’',
    ],
    [{ Action: 'signIn', RecordName: 'alex@club.example' }, 'signed in'],
    [{ Action: 'requestReset', RecordName: 'a@club.example' }, 'asked for a new password for a@club.example'],
    [{ Action: 'resendMessage', RecordName: 'a@club.example' }, 'sent the message to a@club.example again'],
    [{ Action: 'resendMessage', RecordName: null }, 'sent the message 2 again'],
    [
      {
        Action: 'assignRequest',
        RecordKind: 'Membership request',
        RecordName: 'Anna',
        Before: { 'Assigned to': null },
        After: { 'Assigned to': 'Robin' },
      },
      'gave the request of Anna to Robin',
    ],
    // To those who may not read members.
    [
      {
        Action: 'assignRequest',
        RecordKind: 'Membership request',
        RecordName: null,
        Before: { 'Assigned to': null },
        After: { 'Assigned to': 'changed' },
      },
      'changed the assigned to of 2',
    ],
    [
      { Before: { BirthDate: null }, After: { BirthDate: 'changed' } },
      'changed the birth date of Sports Bar',
    ],
    [
      {
        Action: 'awardPoints',
        RecordName: 'Anna',
        Before: { Points: 100 },
        After: { Points: 150.5, Note: '' },
      },
      'awarded 50.5 points to Anna',
    ],
    [
      { Action: 'awardPoints', RecordName: 'Anna', Before: { Bistro: 0 }, After: { Bistro: 1 } },
      'awarded 1 Bistro point to Anna',
    ],
    [
      {
        Action: 'reversePoints',
        RecordName: 'Anna',
        Before: { 'Gaming Points': 1250 },
        After: { 'Gaming Points': 250, Reason: 'Twice' },
      },
      'took back 1,000 Gaming points from Anna',
    ],
    [
      { Action: 'reversePoints', RecordName: 'Anna', Before: { Points: 1 }, After: { Points: 3 } },
      'gave 2 points back to Anna',
    ],
    [
      {
        Action: 'transferPointsToCard',
        RecordName: 'Anna',
        Before: { Points: 500 },
        After: { Points: 100, Card: 'Gift', Note: null },
      },
      'transferred 400 points of Anna to a card',
    ],
    [
      {
        Action: 'reloadCard',
        RecordName: 'Gift Card of Anna',
        Before: { Balance: '$1,000.00' },
        After: { Balance: '$1,020.50', Note: 'Raffle' },
      },
      'put $20.50 on Gift Card of Anna',
    ],
    [
      {
        Action: 'deposit',
        RecordName: null,
        Before: { Balance: '$0.00' },
        After: { Balance: '$500.00', Reference: 'Bank' },
      },
      'deposited $500.00 into the disbursement account',
    ],
    [
      { Action: 'issueMemberCard', RecordName: 'Gift Card of Anna', After: { 'Initial value': '$50.00' } },
      'sent Gift Card of Anna with $50.00',
    ],
    [
      {
        Action: 'rejectMembershipRequest',
        RecordName: 'Anna',
        Before: { Decision: null },
        After: { Decision: 'Rejected', Note: null },
      },
      'rejected the request of Anna',
    ],
    // To those from whom the figures are withheld.
    [
      {
        Action: 'awardPoints',
        RecordKind: 'Member',
        RecordName: 'Anna',
        Before: { Points: null },
        After: { Points: 'changed' },
      },
      'changed the points of Anna',
    ],
    [
      {
        RecordName: 'Gift Card',
        Before: { 'Account status': 'Active' },
        After: { 'Account status': 'Suspended', Reason: 'Lost' },
      },
      'changed the account status of Gift Card',
    ],
    [{ Before: { Name: 'a' }, After: { Name: 'a', Note: 'b' } }, 'changed the note of Sports Bar'],
    [{}, 'used ‘Change a venue’ on the venue Sports Bar'],
    [{ RecordKind: null, RecordId: null, RecordName: null }, 'used ‘Change a venue’'],
  ])('%j', (given, deed) => {
    expect(deedOf(entry(given))).toBe(deed)
  })
})

/** The changes as people would write them down; what one side alone has is in stars. */
const written = (Before: AuditEntry['Before'], After: AuditEntry['After']) =>
  changesOf({ Before, After }).map(({ field, before, after }) => {
    const [from, to] = [before, after].map((parts) =>
      parts.map((part) => (part.isChanged ? `*${part.text}*` : part.text)).join(', '),
    )
    return `${field}: ${from} → ${to}`
  })

describe('what changed', () => {
  test('is what differs, and nothing else', () => {
    expect(
      written({ Role: 'Door', Email: 'a@b.example' }, { Role: 'Finance', Email: 'a@b.example' }),
    ).toEqual(['Role: *Door* → *Finance*'])
  })

  test('shows what came and what went', () => {
    expect(written(null, { Name: 'Bar', State: '' })).toEqual(['Name:  → *Bar*'])
    expect(written({ Name: 'Bar', State: null }, null)).toEqual(['Name: *Bar* → '])
  })

  test('says yes and no, and writes numbers out', () => {
    expect(written({ Enabled: true, Ratio: 100 }, { Enabled: false, Ratio: 12.5 })).toEqual([
      'Enabled: *Yes* → *No*',
      'Ratio: *100* → *12.5*',
    ])
  })

  test('compares lists item by item', () => {
    expect(written({ Venues: ['Main', 'Bar'] }, { Venues: ['Bar', 'Pool'] })).toEqual([
      'Venues: *Main*, Bar → Bar, *Pool*',
    ])
    expect(written({ Venues: [] }, { Venues: ['Bar'] })).toEqual(['Venues:  → *Bar*'])
  })

  test('names fields within others by their way, and things in a list by their name', () => {
    expect(
      written(
        {
          Hold: { MaximumSeconds: 60 },
          PointsTypes: [
            { Id: 'Gold', Ratio: 1 },
            { Id: 'Blue', Ratio: 2 },
          ],
        },
        { Hold: { MaximumSeconds: 90 }, PointsTypes: [{ Id: 'Blue', Ratio: 3 }] },
      ),
    ).toEqual([
      'Hold › Maximum seconds: *60* → *90*',
      'Points types › Gold › Id: *Gold* → ',
      'Points types › Gold › Ratio: *1* → ',
      'Points types › Blue › Ratio: *2* → *3*',
    ])
  })

  test('leaves names alone that are words already', () => {
    expect(written({ 'Head Bouncer': 1, ABN: '1' }, { 'Head Bouncer': 2, ABN: '2' })).toEqual([
      'Head Bouncer: *1* → *2*',
      'ABN: *1* → *2*',
    ])
  })
})
