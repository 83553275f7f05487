import { type ClientLoaderFunctionArgs, redirect } from "react-router";

/** Redirects the former path of the history. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
	throw redirect(`/app/speech-synthesis/text-to-speech/history${new URL(request.url).search}`);
}

export default function HistoryMovedPage() {
	return null;
}
