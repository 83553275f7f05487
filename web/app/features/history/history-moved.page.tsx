import { type ClientLoaderFunctionArgs, redirect } from "react-router";

/** Where the history was before text to speech had a folder of its own. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
	throw redirect(`/app/speech-synthesis/text-to-speech/history${new URL(request.url).search}`);
}

export default function HistoryMovedPage() {
	return null;
}
