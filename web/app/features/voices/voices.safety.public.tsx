import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/lazy-part.ts";
import { keptVoices } from "./components/kept-voices.ts";

const SafetyWatch = lazyPart(async () => (await import("./components/safety-watch.tsx")).SafetyWatch);

/** Opens the dialogs for voices that were blocked or have to be confirmed. Once in the app; the frame does not wait for it. */
export function VoiceSafety() {
	// Read before a page asks for the list and keeps a newer one in its place.
	const [kept] = useState(() => keptVoices());
	return (
		<Suspense fallback={null}>
			<SafetyWatch kept={kept} />
		</Suspense>
	);
}
