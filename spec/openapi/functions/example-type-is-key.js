/** A function of Spectral: every example of a webhook has the event type that the webhook is named after. Takes the object of all webhooks. */
export default function exampleTypeIsKey(webhooks, _options, { path }) {
  return Object.entries(webhooks).flatMap(([key, { post }]) => {
    const at = ['post', 'requestBody', 'content', 'application/json', 'examples'];
    const examples = Object.entries(post?.requestBody?.content?.['application/json']?.examples ?? {});
    if (examples.length === 0) return [{ message: `${key} has no example`, path: [...path, key] }];
    return examples
      .filter(([, { value }]) => value?.type !== key || value?.event !== key)
      .map(([name, { value }]) => ({
        message: `An example of ${key} has the type ${value?.type}`,
        path: [...path, key, ...at, name],
      }));
  });
}
