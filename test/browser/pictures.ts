export async function takePictures(): Promise<void> {}
