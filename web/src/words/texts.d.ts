// What web/texts-plugin.ts makes: `texts:en/rules`, the texts of one part in one language, the games' own among them.
declare module "texts:*" {
  const texts: Record<string, string>;
  export default texts;
}
