export const homeDescription = "Generate speech or pick up where you left off.";
