import { Suspense, useState } from "react";
import { lazyPart } from "../../lib/page/lazy-part.ts";
import { getCachedVoices } from "../voices/voices.public.ts";

const SafetyWatch = lazyPart(async () => (await import("./safety/components/safety-watch.tsx")).SafetyWatch);

/** Opens dialogs for voices that were blocked or need verification. Rendered once, and loaded lazily. */
export function VoiceSafety() {
	// Read the cache before a page overwrites it with a newer list.
	const [cached] = useState(() => getCachedVoices());
	return (
		<Suspense fallback={null}>
			<SafetyWatch cached={cached} />
		</Suspense>
	);
}
