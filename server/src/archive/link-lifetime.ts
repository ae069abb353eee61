/** How long a download link is good for. */
export const LINK_GOOD_FOR_SECONDS = 600;
