/** Default voices that pickers exclude because listeners often mishear them. Shared by server and web app. */
export const excludedDefaultVoices: readonly string[] = ["viOe8E7gf1UJ4RcW4Dz5"];
