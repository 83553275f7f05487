/** Default voices that no picker offers, since listeners often mishear them. By id, so that both sides mean the same ones. */
export const excludedDefaultVoices: readonly string[] = ["viOe8E7gf1UJ4RcW4Dz5"];
