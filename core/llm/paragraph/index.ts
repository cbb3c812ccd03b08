export { checkedParagraph, numbersIn } from './paragraph.ts';
