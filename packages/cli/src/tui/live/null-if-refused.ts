/** The answer, or null where the server refused it: a part that cannot be read does not hold up the others. */
export async function nullIfRefused<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'ApiError') return null;
    throw error;
  }
}
