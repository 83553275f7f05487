import { homeText } from "../content/home.ts";
import clips from "../content/home-audio.generated.json" with { type: "json" };
import { TryBox } from "./try-box.tsx";

const peaks = (clips[0]?.peaks ?? []).map((peak) => peak / 255);
const sources = Object.fromEntries(clips.map(({ voiceId, slug }) => [voiceId, `/audio/home/${slug}.mp3`]));

/** The English demo, with the audio of its initial text. */
export function HomeTryBox() {
	return <TryBox text={homeText} peaks={peaks} clips={sources} />;
}
