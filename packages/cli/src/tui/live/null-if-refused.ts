/** Null if the server refused the request, so that the other parts are still shown. */
export async function nullIfRefused<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && error.name === 'ApiError') return null;
    throw error;
  }
}
