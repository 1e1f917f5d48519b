/** List items and HTML blocks, as far as they decide what a comment belongs to. Blocks as CommonMark defines them. */

const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:( +)|$)/;
const INTERRUPTS = /^ {0,3}(?:#{1,6}(?:\s|$)|(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$)/;
/** Tags that begin a block wherever they are, and end it with a blank line. */
const BLOCK_TAG =
  /^ {0,3}<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i;
/** Any other tag that is alone on the first line of its block. */
const LONE_TAG = /^ {0,3}(?:<[a-z][\w-]*(?:\s+[^<>]{0,500})?>|<\/[a-z][\w-]*\s*>)[ \t]*$/i;
const RAW_TAG = /^ {0,3}<(script|pre|style|textarea)(?:\s|>|$)/i;

/** What the lines of a text stand in; told of each line in turn. */
export class Containers {
  /** Column at which the text of the outermost list item starts; 0 outside of items. */
  #column = 0;
  /** What ends the HTML block; undefined outside of one. */
  #end: RegExp | undefined;
  #blank = true;

  /** Whether a comment that starts at this column belongs to a list item or an HTML block. */
  contains(column: number): boolean {
    return this.#end !== undefined || (this.#column > 0 && column >= this.#column);
  }

  /** Takes in a line of text that is no comment. */
  addLine(text: string): void {
    const blank = text.trim() === '';
    if (this.#end !== undefined) {
      if (this.#end.test(text)) this.#end = undefined;
    } else if (!blank) {
      this.#column = this.#columnOf(text);
      this.#end = this.#htmlEnd(text);
    }
    this.#blank = blank;
  }

  /** Takes in what ends a list item at the margin: a comment, or a fence. */
  addBlock(column: number): void {
    if (!this.contains(column)) this.#column = 0;
    this.#blank = false;
  }

  #columnOf(text: string): number {
    const indent = text.search(/\S/);
    if (this.#column > 0 && indent >= this.#column) return this.#column;
    const [, lead = '', marker, space = ''] = ITEM.exec(text) ?? [];
    if (marker !== undefined && !INTERRUPTS.test(text))
      return lead.length + marker.length + (space.length > 4 || space === '' ? 1 : space.length);
    // A line right below an item goes on with it, whatever its indent.
    return this.#column > 0 && !this.#blank && !INTERRUPTS.test(text) && !BLOCK_TAG.test(text) ? this.#column : 0;
  }

  #htmlEnd(text: string): RegExp | undefined {
    const raw = RAW_TAG.exec(text)?.[1];
    if (raw !== undefined) {
      const end = new RegExp(`</${raw}>`, 'i');
      return end.test(text) ? undefined : end;
    }
    return BLOCK_TAG.test(text) || (this.#blank && LONE_TAG.test(text)) ? /^\s*$/ : undefined;
  }
}
