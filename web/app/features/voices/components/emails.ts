const shape = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/;

/** E-mail addresses as people paste them, by line, comma or blank, each once; and what is none. The server looks closer. */
export function readEmails(written: string): { emails: string[]; faulty: string[] } {
	const pieces = [
		...new Set(
			written
				.toLowerCase()
				.split(/[\s,;]+/)
				.filter(Boolean),
		),
	];
	return {
		emails: pieces.filter((piece) => shape.test(piece)),
		faulty: pieces.filter((piece) => !shape.test(piece)),
	};
}
