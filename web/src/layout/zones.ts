// Building blocks of a table: zones, which report the space they need for a card width, a font size and a
// step of the ladder of concessions; and trees, which put zones side by side or one above the other.

/** Width of cards other than the player's own: a share of the player's card width, within limits. */
export interface Size { ratio: number; least: number; most?: number }

interface Common {
  /** Name of the zone, and of the place of its cards. */
  id: string;
  /** Share of the spare space. */
  grow?: number;
  /** Vertical place in a taller box: 0 at the top, 1 at the bottom. */
  align?: number;
  /** Whether the zone fills its whole box. */
  fill?: boolean;
  /** Horizontal place in a wider box: 0 at the start, 1 at the end. */
  along?: number;
}

export type Zone = Common & (
  /**
   * The player's hand, which sets the size of everything. `groups`: sizes of groups that stay in one row.
   * `breaks`: the gaps between groups that lie side by side in one row. `strip`: the least visible strip of a card, in px.
   */
  | { kind: "hand"; most: number; rows: 1 | 2; lift: number; groups?: readonly number[]; breaks?: number; strip?: number }
  /** Overlapping cards in a row. `strip`: visible share of a card's width. `frame`: the space around them. */
  | { kind: "fan"; most: number; strip: number; size: Size; frame?: number }
  /** An open hand by suits, in columns or rows. */
  | { kind: "suits"; longest: number; columns: boolean; size: Size }
  /** An open hand as printed text. `marked`: a mark stands under every card. */
  | { kind: "lines"; longest: number; marked: boolean; title: boolean }
  /**
   * Open cards in groups, each a fan in a frame, in as many rows as needed. `sets`: the possible groupings,
   * as numbers of cards.
   */
  | { kind: "groups"; sets: readonly (readonly number[])[]; size: Size }
  /**
   * Cards in rows. `columns`: minimum number of columns. `wide`: maximum number of columns. `shape`: height of
   * a card by its width. `fits`: the grid is no taller than needed.
   */
  | { kind: "grid"; most: number; columns: number; size: Size; below?: number; gap?: number; shape?: number; fits?: boolean; wide?: number }
  /** Piles side by side. */
  | { kind: "piles"; count: number; size: Size; gap?: number; below?: number }
  /** Four cards, each at the side of its player, or in a line. */
  | { kind: "trick"; line: boolean; size: Size }
  /** Cells of equal size, in pixels at the normal font size. They grow with text and cards. */
  | { kind: "cells"; columns: number; rows: number; cell: readonly [number, number] }
  /** Lines of text. `ems`: width. `around`: padding in pixels. `person`: whether it is a plate, with a clock. */
  | { kind: "text"; ems: number; lines: number; around?: number; person?: boolean }
  /**
   * Buttons in one row, or in several if they do not fit. `sets`: the widths in ems, for each possible set.
   */
  | { kind: "buttons"; sets: readonly (readonly number[])[] }
  /**
   * A player: a line of text with cards below or beside it, in several rows if it `wraps`. `shape`: as in a
   * grid.
   */
  | { kind: "plate"; ems: number; lines: number; cards: number; strip: number; pile: boolean; beside: boolean; wraps?: boolean; shape?: number; size: Size }
);

export type Tree =
  | Zone
  | { down: readonly Tree[]; grow?: number }
  /** `even`: the outer two have the same width. `hug`: zones are no wider than they need. `compass`: West stays on the left in every language. */
  | { across: readonly Tree[]; grow?: number; even?: boolean; compass?: boolean; hug?: boolean };

/**
 * Step of the ladder of concessions. 0: nothing is given up; 1: card backs and large cells; 2: all backs but
 * one, and letters of names; 3: all but the plates.
 */
export type Level = 0 | 1 | 2 | 3;

export interface Arrangement {
  name: string;
  /** Bonus of this arrangement over others with cards of the same size. */
  favour?: number;
  /** Maximum width of the table, as a multiple of its height. `WIDEST` if smaller or missing. */
  ratio?: number;
  /** Returns the table at a step of the ladder, or null if there is none. */
  tree(level: Level): Tree | null;
}

/** Input for the measurement of a zone. */
export interface Measure {
  /** Width of the player's own cards. */
  card: number;
  text: number;
  touch: boolean;
  /** Whether the plates show clocks. */
  clocked: boolean;
  level: Level;
}

/** Space a zone needs. `rows`: of cards, cells, text or buttons; on a plate, the number of cards that fit. */
export interface Need { width: number; height: number; card: number; step: number; rows: number; /** Whether a row is broken within a group. */ broken?: boolean }

/** Maximum width of a table, as a multiple of its height. An arrangement can ask for more. */
export const WIDEST = 1.5;

export const RATIO = 7 / 5;
/** Gap between zones, and between adjacent cards. */
export const GAP = 6;
/** Space between buttons and the rail. */
export const LEDGE: Zone = { id: "ledge", kind: "text", ems: 0, lines: 0, around: 1 };
const LINE = 1.32;
/** Height of a clock on a plate, and the least width of that plate, in ems. */
const CLOCK = 1.8;
const LEAST_CLOCK = 4.4;
/** Visible strip of an overlapping card of the hand, for touch and mouse. */
const STRIP = { touch: 44, mouse: 30 };
/** Distance of groups of a hand that lie side by side. */
export const GROUP_GAP = 20;
/** Up to this number, cards need not overlap, and keep a margin at both ends, in px. */
const FEW = 5;
const MARGIN = 8;
/**
 * Offset of the second row, as a share of the card height. It leaves the indices of the first row visible.
 */
export const ROW_STEP = 0.62;
/** Distance of a trick's cards from the middle, in card widths and heights. */
export const TRICK = { x: 0.72, y: 0.42 };

/** Groups of open cards: visible strip, frame around a group, and gap between groups. */
export const OPEN = { strip: 0.44, frame: 10, between: 8 };

const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value));
export const cardOf = ({ ratio, least, most }: Size, card: number): number => Math.floor(clamp(least, ratio * card, most ?? Infinity));

/** Splits groups over two rows so that the longer row is shortest. No group is cut. */
export function longestRow(groups: readonly number[]): { at: number; longest: number } {
  const total = groups.reduce((sum, one) => sum + one, 0);
  let best = { at: groups.length, longest: total };
  let first = 0;
  groups.forEach((group, index) => {
    first += group;
    const longest = Math.max(first, total - first);
    if (longest < best.longest) best = { at: index + 1, longest };
  });
  return best;
}

/** Returns the height of a row of buttons. */
export const buttonHeight = (text: number): number => Math.max(44, Math.round(text * 2.6));
export const buttonWidth = (ems: number, text: number): number => Math.max(44, ems * text * 0.94 + 34);

/** Returns the number of rows that items fill in a width. */
function rowsOf(widths: readonly number[], between: number, width: number): number {
  let rows = 1;
  let at = 0;
  for (const each of widths) {
    const own = Math.min(width, each);
    if (at > 0 && at + own > width) {
      rows += 1;
      at = 0;
    }
    at += own + between;
  }
  return rows;
}

/** Returns the minimum size of a zone that is at most `room` wide. */
export function need(zone: Zone, { card: own, text, touch, clocked }: Measure, room: number): Need {
  switch (zone.kind) {
    case "hand": {
      const strip = zone.most <= FEW ? own + GAP : Math.min(own, Math.max(zone.strip ?? 0, touch ? STRIP.touch : STRIP.mouse));
      const between = (rows: number) => Math.floor((zone.breaks ?? 0) / rows) * (own + GROUP_GAP - strip);
      const margins = zone.most <= FEW ? 2 * MARGIN : 0;
      const long = (count: number, step: number, rows = 2) => own + Math.max(0, count - 1) * step + between(rows) + margins;
      const whole = long(zone.most, strip, 1) <= room;
      const rows = whole || zone.rows === 1 || zone.most < 4 ? 1 : 2;
      const half = Math.ceil(zone.most / 2);
      const uncut = zone.groups === undefined ? half : longestRow(zone.groups).longest;
      const broken = rows === 2 && uncut > half && long(uncut, strip) > room;
      const perRow = rows === 1 ? zone.most : broken ? half : uncut;
      const step = perRow < 2 ? own : clamp(strip, (room - own - between(rows) - margins) / (perRow - 1), own + Math.max(GAP, own * 0.09));
      return { width: long(perRow, strip, rows), height: own * RATIO * (1 + (rows - 1) * ROW_STEP) + zone.lift, card: own, step, rows, broken };
    }
    case "fan": {
      const card = cardOf(zone.size, own);
      const frame = zone.frame ?? 0;
      return { width: card + Math.max(0, zone.most - 1) * card * zone.strip + frame, height: card * RATIO + frame, card, step: card * zone.strip, rows: 1 };
    }
    case "suits": {
      const card = cardOf(zone.size, own);
      // The target is the visible part of a card. A target needs at least 24 px (WCAG 2.2, 2.5.8).
      const step = Math.max(24, card * 0.44);
      const along = (zone.columns ? card * RATIO : card) + Math.max(0, zone.longest - 1) * step;
      const across = zone.columns ? 4 * card + 3 * 4 : card * RATIO + 3 * card * 0.8;
      return { width: zone.columns ? across : along, height: zone.columns ? along : across, card, step, rows: 4 };
    }
    case "lines": {
      const line = zone.marked ? 30 : text * 1.25;
      return { width: Math.max(zone.longest * (zone.marked ? Math.max(16, text * 1.25) : text * 0.85) + text * 1.2 + 16, 70), height: 4 * line + (zone.title ? text * 1.2 : 0) + 8, card: 0, step: line, rows: 4 };
    }
    case "groups": {
      const card = cardOf(zone.size, own);
      const step = card * OPEN.strip;
      const sets = zone.sets.map((groups) => groups.map((count) => card + Math.max(0, count - 1) * step + OPEN.frame));
      const rows = Math.max(1, ...sets.map((widths) => rowsOf(widths, OPEN.between, room)));
      return { width: Math.max(card, ...sets.flat()), height: rows * (card * RATIO + OPEN.frame + OPEN.between) - OPEN.between, card, step, rows };
    }
    case "grid": {
      const card = cardOf(zone.size, own);
      const gap = zone.gap ?? gridGap(card);
      const fits = Math.max(1, Math.floor((room + gap) / (card + gap)));
      const rows = Math.ceil(zone.most / Math.min(fits, zone.most));
      const least = Math.min(zone.most, zone.columns);
      return { width: least * (card + gap) - gap, height: rows * (card * (zone.shape ?? RATIO) + gap) - gap + (zone.below ?? 0) * rows, card, step: card + gap, rows };
    }
    case "piles": {
      const card = cardOf(zone.size, own);
      const gap = zone.gap ?? Math.max(12, Math.round(card * 0.2));
      return { width: zone.count * (card + gap) - gap + 10, height: card * RATIO + 10 + (zone.below ?? 0) * text, card, step: card + gap, rows: 1 };
    }
    case "trick": {
      const card = cardOf(zone.size, own);
      return zone.line
        ? { width: 4 * card + 3 * GAP, height: card * RATIO, card, step: card + GAP, rows: 1 }
        : { width: card * (1 + 2 * TRICK.x), height: card * RATIO * (1 + 2 * TRICK.y), card, step: 0, rows: 1 };
    }
    case "cells": {
      const scale = Math.max(1, text / 17, own / 130);
      return { width: zone.columns * (zone.cell[0] * scale + 3) - 3, height: zone.rows * (zone.cell[1] * scale + 3) - 3, card: 0, step: 0, rows: zone.rows };
    }
    case "text": {
      const around = zone.around ?? 0;
      const clock = clocked && zone.person === true ? CLOCK * text : 0;
      return { width: zone.ems * text + around, height: zone.lines * LINE * text + around + clock, card: 0, step: 0, rows: zone.lines };
    }
    case "buttons": {
      const rows = Math.max(1, ...zone.sets.map((set) => rowsOf(set.map((ems) => buttonWidth(ems, text)), 8, room)));
      const widest = Math.max(0, ...zone.sets.flat().map((ems) => buttonWidth(ems, text)));
      return { width: Math.min(widest, 280), height: rows * (buttonHeight(text) + GAP) - GAP, card: 0, step: 0, rows };
    }
    case "plate": {
      const card = cardOf(zone.size, own);
      const shown = zone.cards > 0 || zone.pile;
      const fan = zone.cards > 0 ? card * (1 + (zone.cards - 1) * zone.strip) : 0;
      const pile = zone.pile ? card * 1.7 + (fan > 0 ? 14 : 0) : 0;
      const words = Math.max(zone.ems, clocked ? LEAST_CLOCK : 0) * text;
      const written = (zone.lines * LINE + (clocked ? CLOCK : 0)) * text;
      if (zone.wraps === true) {
        const apart = card * zone.strip;
        const fits = Math.max(1, Math.floor((room - (zone.beside ? words : 0) - 18 - card) / apart) + 1);
        const rows = Math.ceil(zone.cards / fits);
        const least = card + Math.max(0, Math.min(zone.cards, 2) - 1) * apart;
        const high = rows * (card * (zone.shape ?? RATIO) + 4);
        return zone.beside
          ? { width: words + least + 18, height: Math.max(written, high) + 10, card, step: apart, rows: zone.cards }
          : { width: Math.max(words, least) + 18, height: written + high + 12, card, step: apart, rows: zone.cards };
      }
      const cards = shown ? card * RATIO + 6 : 0;
      return zone.beside
        ? { width: words + (shown ? fan + pile + 12 : 0) + 16, height: Math.max(written, cards) + 12, card, step: card * zone.strip, rows: zone.cards }
        : { width: Math.max(words, fan + pile) + 14, height: written + (shown ? cards + 5 : 0) + 12, card, step: card * zone.strip, rows: zone.cards };
    }
  }
}

/** The width beyond which a zone gains nothing. */
export function enough(zone: Zone, measure: Measure): number {
  const own = measure.card;
  switch (zone.kind) {
    case "hand": return zone.most * (own + Math.max(GAP, own * 0.09)) + (zone.breaks ?? 0) * GROUP_GAP;
    case "grid": {
      const card = cardOf(zone.size, own);
      return Math.max(zone.columns, zone.wide ?? zone.most) * (card + (zone.gap ?? gridGap(card)));
    }
    case "buttons": return Math.max(0, ...zone.sets.map((set) => set.reduce((sum, ems) => sum + buttonWidth(ems, measure.text) + 8, 0)));
    default: return need(zone, measure, Infinity).width;
  }
}

export const gridGap = (card: number): number => Math.max(GAP, Math.round(card * 0.12));
