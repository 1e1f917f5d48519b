/** Pairs of a traditional and a simplified character, `國 国|學 学`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
