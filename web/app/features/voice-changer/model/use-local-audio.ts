import { useEffect, useState } from "react";

export type LocalAudio = {
	name: string;
	file: File;
	url: string;
	/** Null until known, or if the browser can't play it. */
	seconds: number | null;
};

/** A chosen file as audio that this browser can play. */
export function useLocalAudio(file: File | null): LocalAudio | null {
	const [audio, setAudio] = useState<LocalAudio | null>(null);
	useEffect(() => {
		if (!file) return setAudio(null);
		const url = URL.createObjectURL(file);
		setAudio({ name: file.name, file, url, seconds: null });
		const probe = new Audio();
		probe.preload = "metadata";
		probe.onloadedmetadata = () => {
			if (Number.isFinite(probe.duration)) setAudio({ name: file.name, file, url, seconds: probe.duration });
		};
		probe.src = url;
		return () => {
			probe.removeAttribute("src");
			URL.revokeObjectURL(url);
		};
	}, [file]);
	return audio;
}
