// Modules that web/texts-plugin.ts creates, such as `texts:en/rules`: the texts of one part in one language.
declare module "texts:*" {
  const texts: Record<string, string>;
  export default texts;
}
