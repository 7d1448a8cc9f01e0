// Draws one person from the options recorded in portraits/looks.json and portraits/house.json.
// Faces and hair: Lorelei by Lisa Wischofsky (CC0 1.0). Clothes, short beards, moustaches and frames: drawn here.
import { createAvatar } from '@dicebear/core'
import * as lorelei from '@dicebear/lorelei'
import { optimize } from 'svgo'

export const SKIN = { a: 'f7d9bd', b: 'eec39c', c: 'dca676', d: 'c48a5a', e: 'a56d45', f: '8b5a3b' }
export const HAIR = {
    k: '2b2320',
    d: '4b3427',
    b: '7b5133',
    a: 'a4552f',
    g: 'cda15c',
    s: 'a3a09b',
    w: 'e9e5dc',
}
export const CLOTH = {
    navy: '3d5a80',
    teal: '3f7f7a',
    plum: '7a4a6b',
    rust: 'b5623f',
    sand: 'cbb083',
    sage: '7f9a6f',
    white: 'f6f1e7',
    coal: '4a4a52',
    sky: '8fb3cc',
    rose: 'c9808a',
    mustard: 'd0a03c',
    wine: '8a3a44',
}
const GROUND = { f: 'f3ddd3', m: 'd5e0dc', house: 'ecdcbb' }
const LINE = '#1c1714'

// Marks the place before the mouth, so that beards lie under it.
const MOUTH = '010203'

const FACIAL_HAIR = {
    short: 'M316 560c-2 50-2 90 8 119 14 30 42 70 92 99 44 26 92 40 135 42 46 2 90-10 120-40 26-28 40-80 43-140-14 8-24 10-36 14-30-22-66-26-88-20-40-10-92-2-128 34-30 10-66 6-90-18-20-22-26-50-30-86ZM452 662c50-6 120-8 202-4-10 30-36 56-82 58-52 2-96-20-120-54Z',
    moustache: 'M590 640c-38-16-104-4-142 32 44 2 104-2 144-14 24 10 48 10 74 2-16-26-48-32-76-20Z',
}

const NECKLINES = {
    crew: 'M-40 1010c20-100 150-150 300-176 40 70 110 96 206 96 98 0 176-30 214-104 140 26 270 84 300 184Z',
    vee: 'M-40 1010c20-100 150-150 296-180 70 70 140 130 212 168 64-46 144-104 206-176 146 28 276 88 306 188Z',
}
const COLLAR = 'M250 822 222 868l120 122 124-40ZM676 812l44 52-110 124-144-38Z'
const ROLL = 'M262 800c70 62 330 66 424-10l22 84c-130 96-360 90-462 16Z'

function clothes({ wear, neck }) {
    const fill = `#${CLOTH[wear]}`
    const stroke = `stroke="${LINE}" stroke-width="14" stroke-linejoin="round"`
    const body = `<path d="${NECKLINES[neck === 'vee' || neck === 'collar' ? 'vee' : 'crew']}" fill="${fill}" ${stroke}/>`
    if (neck === 'collar') return body + `<path d="${COLLAR}" fill="${fill}" ${stroke}/>`
    if (neck === 'roll') return body + `<path d="${ROLL}" fill="${fill}" ${stroke}/>`
    return body
}

const variant = (number) => [`variant${String(number).padStart(2, '0')}`]

function face(look) {
    return createAvatar(lorelei, {
        seed: 'guest',
        hair: variant(look.hair),
        hairColor: [HAIR[look.colour]],
        skinColor: [SKIN[look.skin]],
        head: variant(look.head),
        eyes: variant(look.eyes),
        eyebrows: variant(look.brows),
        nose: variant(look.nose),
        mouth: [`happy${String(look.mouth).padStart(2, '0')}`],
        mouthColor: [MOUTH],
        beard: variant(look.beard === 'full' ? 1 : 2),
        beardProbability: look.beard === 'full' ? 100 : 0,
        glasses: variant(look.glasses || 1),
        glassesProbability: look.glasses ? 100 : 0,
        earrings: variant(look.earrings || 2),
        earringsProbability: look.earrings ? 100 : 0,
        freckles: variant(1),
        frecklesProbability: look.freckles ? 100 : 0,
        hairAccessoriesProbability: 0,
    }).toString()
}

function facialHair(look) {
    const path = FACIAL_HAIR[look.beard]
    if (!path) return ''
    const lift = look.beard === 'short' && look.head !== 1 ? ' transform="translate(-4 -22)"' : ''
    return `<path fill-rule="evenodd" fill="#${HAIR[look.colour]}" d="${path}"${lift}/>`
}

/**
 * The svg text of one person. `frame` is `f` or `m` for a guest, a lady in a round frame and a gentleman in a square
 * one with soft corners; `house` for somebody who belongs to the café.
 */
export function portrait(look, frame) {
    const drawn = face(look)
    const inner = drawn.slice(
        drawn.indexOf('<g transform="translate(10 -60)">'),
        drawn.lastIndexOf('</g></svg>'),
    )
    const mark = inner.indexOf(`#${MOUTH}`)
    const at = inner.lastIndexOf('<', inner.lastIndexOf('<path', mark) + 1)
    const person = inner.slice(0, at) + facialHair(look) + inner.slice(at).replaceAll(`#${MOUTH}`, LINE)
    const shape =
        frame === 'm'
            ? '<rect x="-5" y="14" width="980" height="980" rx="196"/>'
            : '<circle cx="485" cy="504" r="490"/>'
    const turn = look.flip ? ' transform="matrix(-1 0 0 1 970 0)"' : ''
    const throat = `<ellipse cx="476" cy="880" rx="205" ry="90" fill="#${SKIN[look.skin]}"/>`
    const svg =
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 14 980 980"><clipPath id="c">${shape}</clipPath>` +
        `<g clip-path="url(#c)"><path fill="#${GROUND[frame]}" d="M-5 14h980v980H-5z"/>` +
        `<g${turn}>${throat}${person}${clothes(look)}</g></g></svg>`
    return optimize(svg.replaceAll('#000"', `${LINE}"`), {
        multipass: true,
        floatPrecision: 0,
        plugins: [{ name: 'preset-default', params: { overrides: { cleanupIds: false } } }],
    }).data
}
